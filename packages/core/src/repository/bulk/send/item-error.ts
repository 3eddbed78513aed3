import { UniqueViolationError } from '../../../plan/index.js';
import { type ServiceDetails, ServiceError } from '../../../store/index.js';

/**
 * The error as the item's own call would have thrown it: its place in a transaction means nothing to a caller who
 * never saw that transaction.
 */
export function itemError(error: unknown, index: number): unknown {
  if (error instanceof UniqueViolationError) {
    const { entity, index: derivation } = error.details;
    return new UniqueViolationError(entity, derivation, index, { cause: error.cause });
  }
  if (!(error instanceof ServiceError) || error.details.index === undefined) return error;
  const { index: _index, item: _item, operation: _operation, ...rest } = error.details;
  const Same = error.constructor as new (details: ServiceDetails) => ServiceError;
  return new Same(rest);
}
