export { AbortedError, type Outcome, OutcomeUnknownError, TimeoutError } from './call-errors.js';
export {
  AuthenticationError,
  EntityChangedError,
  EntityExistsError,
  EntityNotFoundError,
  NetworkError,
  ReplyInvalidError,
  RequestRejectedError,
  type ServiceDetails,
  ServiceError,
  ServiceUnavailableError,
  TableBeingDeletedError,
  TableNotFoundError,
  ThrottledError,
} from './service-errors.js';
