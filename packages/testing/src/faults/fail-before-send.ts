import type { Fault } from './fault.js';
import { type NetworkFaultOptions, networkError } from './network-error.js';

/**
 * The connection fails before anything is sent: the server never hears of the request.
 *
 * @example
 * ```ts
 * storage.http.inject(faults.failBeforeSend({ code: 'ECONNREFUSED' }), { times: 2 });
 * ```
 */
export function failBeforeSend({ code = 'ECONNRESET' }: NetworkFaultOptions = {}): Fault {
  return {
    name: 'failBeforeSend',
    run: async ({ request }) => {
      throw networkError(request, code);
    },
  };
}
