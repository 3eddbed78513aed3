import { discard } from './discard.js';
import type { Fault } from './fault.js';
import { type NetworkFaultOptions, networkError } from './network-error.js';

/**
 * The server applies the request, then its reply is lost: the client cannot know that it succeeded.
 *
 * @example
 * ```ts
 * storage.http.inject(faults.dropReply(), { when: (request) => request.method === 'POST' });
 * ```
 */
export function dropReply({ code = 'ECONNRESET' }: NetworkFaultOptions = {}): Fault {
  return {
    name: 'dropReply',
    run: async ({ request, send }) => {
      discard(await send());
      throw networkError(request, code);
    },
  };
}
