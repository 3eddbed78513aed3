import type { ActorContext } from '@tablewright/testing/simulation';

/** Resolves when all those have ended that do not run in the background. */
export function untilEnded({ signal }: ActorContext): Promise<void> {
  return new Promise((end) => {
    if (signal.aborted) end();
    else signal.addEventListener('abort', () => end(), { once: true });
  });
}
