import type { Clock } from '@tablewright/core';

/** Waits so many milliseconds, or until something else has happened. */
export async function pauseUnless(
  happened: Promise<unknown> | undefined,
  clock: Clock,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const bounds = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  const pause = clock.sleep(ms, bounds).catch(() => {});
  await (happened ? Promise.race([pause, happened]) : pause);
  over.abort();
}
