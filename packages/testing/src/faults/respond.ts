import { errorResponse, type RespondOptions } from './error-response.js';
import type { Fault } from './fault.js';

/**
 * The service refuses the request: nothing is applied. The error has the shape of the service asked: OData for
 * tables, XML for queues and blobs, and inside a 202 for a table transaction refused for its content.
 *
 * @example
 * ```ts
 * storage.http.inject(faults.respond(404, 'TableNotFound'));
 * storage.http.inject(faults.respond(503, 'ServerBusy', { retryAfter: 1 }), { times: 3 });
 * ```
 */
export function respond(status: number, code: string, options?: RespondOptions): Fault {
  return named('respond', status, code, options);
}

/** 503: the partition or the account is throttled. */
export function serverBusy(options?: RespondOptions): Fault {
  return named('serverBusy', 503, 'ServerBusy', { message: 'The server is busy.', ...options });
}

/** 500 of a request that was not applied; a request that was is `applyThenRespond(500, 'OperationTimedOut')`. */
export function operationTimedOut(options?: RespondOptions): Fault {
  const message = 'Operation could not be completed within the specified time.';
  return named('operationTimedOut', 500, 'OperationTimedOut', { message, ...options });
}

/** 500: the service itself failed. */
export function internalError(options?: RespondOptions): Fault {
  const message = 'Server encountered an internal error. Please try again after some time.';
  return named('internalError', 500, 'InternalError', { message, ...options });
}

/** 429: what the Cosmos DB table API answers where Table storage says 503. */
export function tooManyRequests(options?: RespondOptions): Fault {
  return named('tooManyRequests', 429, 'TooManyRequests', {
    message: 'The request rate is too large.',
    ...options,
  });
}

/** 409: the table of that name was deleted a moment ago. The emulator frees the name at once. */
export function tableBeingDeleted(options?: RespondOptions): Fault {
  const message = 'The specified table is being deleted. Try operation later.';
  return named('tableBeingDeleted', 409, 'TableBeingDeleted', { message, ...options });
}

/** 412: the etag no longer matches. Blobs have a code of their own for it. */
export function preconditionFailed(options?: RespondOptions): Fault {
  const message = 'The update condition specified in the request was not satisfied.';
  return {
    name: 'preconditionFailed',
    run: async (exchange) => {
      const code = exchange.recorded.service === 'blob' ? 'ConditionNotMet' : 'UpdateConditionNotSatisfied';
      return errorResponse(exchange, 412, code, { message, ...options });
    },
  };
}

function named(name: string, status: number, code: string, options?: RespondOptions): Fault {
  return { name, run: async (exchange) => errorResponse(exchange, status, code, options) };
}
