import type { SimulatedHttpClient } from './engine/http-client.js';
import type { Random } from './random.js';

/** Time as an actor sees it. Fits `clock` of a store. */
export interface ActorClock {
  now(): number;
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * What an actor gets. It fits the options of a store as it is: `TableStore.fromConnectionString(text, context)`.
 * Whatever the actor does must go through it, or the simulation would not see it.
 */
export interface ActorContext {
  readonly name: string;
  /** For the SDK clients of tables, queues and blobs, with their own retries switched off: those use real time. */
  readonly httpClient: SimulatedHttpClient;
  readonly clock: ActorClock;
  /** From 0 to 1, the same for the same seed. */
  readonly random: () => number;
  readonly newId: () => string;
  /** More ways to draw. */
  readonly chances: Random;
  /** Aborted when an actor in the background shall end. */
  readonly signal: AbortSignal;
  /** Adds to a count of the report: `context.count('writes')`. */
  count(what: string, by?: number): void;
}

/** A program of its own, with its own memory: it shares nothing with others but the storage. */
export interface Actor {
  /** Such as `writer 1`; the role and a number unless told. */
  readonly name?: string;
  /** What it is: reports count the actors of each role. */
  readonly role: 'writer' | 'worker' | (string & {});
  /** A failure of it is a failure of the simulation. */
  run(context: ActorContext): Promise<unknown>;
  /** Runs on until its `signal` is aborted, which happens when the others have ended. */
  readonly background?: boolean;
  /** Whether faults may kill it; they may unless told. */
  readonly mayDie?: boolean;
  /** Whether it is started anew after it was killed; it is not unless told. */
  readonly restarts?: boolean;
}
