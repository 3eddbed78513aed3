import type { EmbeddedStorage, Exchange } from '@tablewright/testing';

/** What another process does, which takes no turns: between what a call has read, and what it writes. Once. */
export function beforeWrite({ http }: EmbeddedStorage, act: () => Promise<unknown>) {
  const rival = {
    name: 'rival',
    async run({ send }: Exchange) {
      await act();
      return send();
    },
  };
  return http.inject(rival, { when: ({ method, path }) => path === '$batch' || method !== 'GET' });
}
