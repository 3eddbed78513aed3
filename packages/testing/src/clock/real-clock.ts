import { setTimeout } from 'node:timers/promises';

/** Time as it is. Fits `clock` of a store. */
export const realClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    try {
      await setTimeout(ms, undefined, signal && { signal });
    } catch (error) {
      throw signal?.reason ?? error;
    }
  },
};
