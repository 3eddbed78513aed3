/** Time, as the library sees it. Pass another one to simulate. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since any fixed moment. Durations are measured with it, because wall clocks get set back. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longer timers overflow and fire at once. */
export const LONGEST_SLEEP_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        Math.min(ms, LONGEST_SLEEP_MS),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  },
};
