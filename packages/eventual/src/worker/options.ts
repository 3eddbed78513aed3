import { checkOptions, OptionsError } from '@tablewright/core';
import type { Deriving } from '../reconcile/known.js';

/** What a worker knows, and how hard it works. Only the repositories have no default. */
export interface WorkerOptions {
  /** The repositories whose deferred patterns it carries out. Intents of others are left alone. */
  readonly repositories: Iterable<Deriving>;
  /** How many messages of a queue are handled at once. 8 by default. */
  readonly concurrency?: number;
  /** Seconds for which a message is hidden while it is handled; extended as long as that takes. 30 by default. */
  readonly visibility?: number;
  /** A message that was seen more often than this goes to the poison queue. 10 by default. */
  readonly maxDequeues?: number;
  /** Milliseconds between two looks at an empty queue, at most. 5,000 by default; it begins with a tenth of that. */
  readonly pollInterval?: number;
  /** Milliseconds after which the handling of one message is given up. 5 minutes by default. */
  readonly handleTimeout?: number;
  /** Seconds before a message that failed is tried again: the first time, and at most. */
  readonly backOff?: { readonly first?: number; readonly most?: number };
  /** Stops the worker, as `stop()` does. */
  readonly signal?: AbortSignal;
}

export interface StopOptions {
  /** Milliseconds after which what is still being done is broken off, and left to other workers. */
  readonly timeout?: number;
}

export interface WorkerSettings {
  readonly concurrency: number;
  readonly visibility: number;
  readonly maxDequeues: number;
  readonly pollInterval: number;
  readonly handleTimeout: number;
  readonly backOff: { readonly first: number; readonly most: number };
}

/** A week: the longest that the service hides a message. */
const LONGEST_SECONDS = 7 * 24 * 3_600;

export function workerSettings(options: WorkerOptions): WorkerSettings {
  checkOptions(options);
  checkSignal(options.signal);
  const whole = (name: string, value: unknown, least: number, most: number): number => {
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) {
      return value as number;
    }
    throw new OptionsError(name, `${name} is a whole number from ${least} to ${most.toLocaleString('en')}.`);
  };
  const { concurrency = 8, visibility = 30, maxDequeues = 10, pollInterval = 5_000 } = options;
  const { handleTimeout = 300_000, backOff = {} } = options;
  if (typeof backOff !== 'object' || backOff === null) {
    throw new OptionsError('backOff', 'backOff is an object: { first, most }.');
  }
  const most = whole('backOff.most', backOff.most ?? 300, 1, LONGEST_SECONDS);
  return {
    concurrency: whole('concurrency', concurrency, 1, 1_000),
    visibility: whole('visibility', visibility, 2, LONGEST_SECONDS),
    maxDequeues: whole('maxDequeues', maxDequeues, 1, 1_000),
    pollInterval: whole('pollInterval', pollInterval, 1, 3_600_000),
    // Whoever collects old guards relies on it that nobody works on something for as long as a day.
    handleTimeout: whole('handleTimeout', handleTimeout, 1_000, 3_600_000),
    backOff: {
      first: whole('backOff.first', backOff.first ?? 1, 1, most),
      most,
    },
  };
}

/** `undefined`: however long it takes. */
export function stopTimeout(options: StopOptions): number | undefined {
  checkOptions(options);
  const { timeout } = options;
  if (timeout === undefined) return undefined;
  if (typeof timeout === 'number' && timeout >= 0 && timeout <= 3_600_000) return timeout;
  throw new OptionsError('timeout', 'timeout is a number of milliseconds, an hour at most.');
}

export function checkSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw new OptionsError('signal', 'signal is an AbortSignal, such as that of an AbortController.');
}
