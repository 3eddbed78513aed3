import { isNewer } from '../../../codec/index.js';
import type { Row } from '../../../edm/index.js';
import { isTablewrightError } from '../../../errors/index.js';
import { isKeyOf } from '../../../keys/index.js';
import type { RepositoryContext } from '../../context.js';

/** Whether a row of one of the entity's partitions is an entity; other kinds of rows are none of our business. */
export function isPrimary({ model, codec }: RepositoryContext, row: Row): boolean {
  return isKeyOf(model.row, row.rowKey) && codec.accepts(row.columns);
}

/**
 * What is derived from a stored entity, as the present version sees it. `undefined`: nobody knows, because
 * newer code wrote it, or because its class cannot read it.
 */
export function derivedFrom<T>(
  { codec }: RepositoryContext,
  row: Row,
  derive: (primary: Row) => T,
): T | undefined {
  try {
    return isNewer(codec.model, row.columns) ? undefined : derive(codec.upgraded(row));
  } catch (error) {
    if (isTablewrightError(error)) return undefined;
    throw error;
  }
}
