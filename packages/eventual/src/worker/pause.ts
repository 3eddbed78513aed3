import type { Clock } from '@tablewright/core';

/** Waits so many milliseconds, or until something else has happened. */
export async function pauseUnless(
  happened: Promise<unknown> | undefined,
  clock: Clock,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  // AbortSignal.any() leaves something behind each time, and workers pause for ever.
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  try {
    const pause = clock.sleep(ms, over.signal).catch(() => {});
    await (happened ? Promise.race([pause, happened]) : pause);
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}
