import { pause } from '../http/abort.js';
import type { Fault } from './fault.js';

/**
 * The request is sent this much later; the request's own timeout counts from the beginning.
 *
 * @example
 * ```ts
 * storage.http.inject(faults.delay(200), { times: Infinity });
 * ```
 */
export function delay(ms: number): Fault {
  return {
    name: 'delay',
    run: async ({ request, send }) => {
      await pause(request, ms);
      return send(request.timeout > 0 ? { ...request, timeout: request.timeout - ms } : request);
    },
  };
}
