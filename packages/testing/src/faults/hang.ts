import { pause } from '../http/abort.js';
import type { Fault } from './fault.js';

/**
 * No answer, ever: only the request's abort signal or its timeout ends the wait. Nothing is sent.
 *
 * @example
 * ```ts
 * storage.http.inject(faults.hang());
 * await table.getEntity('Sales', '1', { abortSignal: AbortSignal.timeout(100) }); // AbortError
 * ```
 */
export function hang(): Fault {
  return {
    name: 'hang',
    run: async ({ request, send }) => {
      await pause(request, Infinity);
      return send();
    },
  };
}
