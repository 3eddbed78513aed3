import type { Actor, ActorContext } from '@tablewright/testing/simulation';
import { EXPECTED, tolerating } from './outcomes.js';

/** What somebody does beside the writers, again and again. */
export interface Chore {
  readonly role: string;
  /** Milliseconds between two times: at least, and at most. */
  readonly pause: readonly [number, number];
  /** What it may fail with besides; the next time may do better. */
  readonly mayFail?: readonly string[];
  /** Opens a program, which does it. */
  begin(context: ActorContext): () => Promise<unknown>;
}

/** Goes on until the writers have ended. */
export function repeating({ role, pause, mayFail = [], begin }: Chore): Actor {
  return {
    role,
    background: true,
    restarts: true,
    async run(context) {
      const { chances, clock, signal } = context;
      const once = begin(context);
      while (!signal.aborted) {
        await tolerating(once, [...EXPECTED, ...mayFail]);
        // Rejects when they end meanwhile.
        await clock.sleep(chances.between(...pause), signal).catch(() => {});
      }
    },
  };
}
