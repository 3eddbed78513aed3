import type { WritePurpose } from '../plan/index.js';
import {
  AuthenticationError,
  EntityChangedError,
  EntityExistsError,
  EntityNotFoundError,
  ReplyInvalidError,
  RequestRejectedError,
  type ServiceDetails,
  type ServiceError,
  ServiceUnavailableError,
  TableBeingDeletedError,
  TableNotFoundError,
  ThrottledError,
} from './errors/index.js';
import type { Problem } from './problem.js';
import { isRetryable, isThrottling } from './retry.js';

interface Subject {
  readonly table: string;
  readonly entity?: string;
  /** What each operation of a transaction is for: a failure then names the entity and what was done with it. */
  readonly purposes?: readonly WritePurpose[];
}

/** The coded error for a problem. Of the context only names are taken, never what was to be stored. */
export function toError(problem: Problem, { table, entity, purposes }: Subject): ServiceError {
  const purpose = purposes?.[problem.index ?? 0];
  const details: ServiceDetails = {
    status: problem.status,
    ...(problem.code !== undefined && { serviceCode: problem.code }),
    ...(problem.requestId !== undefined && { requestId: problem.requestId }),
    ...(problem.index !== undefined && { index: problem.index }),
    table,
    ...(entity !== undefined && { entity }),
    ...(purpose && namesOf(purpose, purposes!)),
  };
  switch (problem.code) {
    case 'TableNotFound':
      return new TableNotFoundError(details);
    case 'TableBeingDeleted':
      return new TableBeingDeletedError(details);
    case 'EntityAlreadyExists':
      return new EntityExistsError(details);
    case 'ResourceNotFound':
    case 'EntityNotFound':
      return new EntityNotFoundError(details);
    case 'UpdateConditionNotSatisfied':
    case 'ConditionNotMet':
      return new EntityChangedError(details);
  }
  if (isThrottling(problem)) return new ThrottledError(details);
  if (isRetryable(problem)) return new ServiceUnavailableError(details);
  switch (problem.status) {
    case 401:
    case 403:
      return new AuthenticationError(details);
    case 404:
      // The service always says what was not found; a web server or a proxy does not.
      return new ReplyInvalidError(details);
    case 412:
      return new EntityChangedError(details);
    default:
      return new RequestRejectedError(details);
  }
}

/** Which write it was matters only where there were several. */
function namesOf(
  { entity, verb, item, derivation }: WritePurpose,
  all: readonly WritePurpose[],
): Partial<ServiceDetails> {
  const several = all.some((other) => other.item !== item);
  return {
    entity,
    ...(several && { operation: verb, item }),
    ...(derivation !== undefined && { derivation }),
  };
}
