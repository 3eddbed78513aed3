import { discard } from './discard.js';
import { errorResponse, type RespondOptions } from './error-response.js';
import type { Fault } from './fault.js';

/**
 * The server applies the request, but the client is told that it failed.
 *
 * @example
 * ```ts
 * storage.http.inject(faults.applyThenRespond(500, 'OperationTimedOut'));
 * ```
 */
export function applyThenRespond(status: number, code: string, options?: RespondOptions): Fault {
  return {
    name: 'applyThenRespond',
    run: async (exchange) => {
      discard(await exchange.send());
      return errorResponse(exchange, status, code, options);
    },
  };
}
