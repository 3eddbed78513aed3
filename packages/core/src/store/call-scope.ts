import { setMaxListeners } from 'node:events';
import { checkOptions, OptionsError } from '../errors/index.js';
import { type Clock, LONGEST_SLEEP_MS } from './clock.js';
import { AbortedError, TimeoutError } from './errors/index.js';
import type { Pace } from './pace/pace.js';

/** What every call takes. */
export interface CallOptions {
  /** Gives up when aborted. */
  readonly signal?: AbortSignal;
  /** Gives up after so many milliseconds, retries included. */
  readonly timeout?: number;
}

/** How long one call may go on: the caller's signal and timeout, joined. */
export interface CallScope {
  readonly signal: AbortSignal | undefined;
  /** The error to throw when the call has to end now. */
  ended(): AbortedError | TimeoutError | undefined;
  dispose(): void;
  /** How many of its requests may be on the wire at once; left out: any number. */
  readonly pace?: Pace | undefined;
}

/** For work that no single caller may cut short. */
export const UNBOUNDED: CallScope = { signal: undefined, ended: () => undefined, dispose: () => {} };

/** Runs `work` within the bounds of the call's options. */
export async function withinScope<T, O extends CallOptions>(
  clock: Clock,
  options: O,
  work: (scope: CallScope, options: O) => Promise<T>,
): Promise<T> {
  checkOptions(options);
  const scope = openScope(clock, options);
  try {
    return await work(scope, options);
  } finally {
    scope.dispose();
  }
}

/** Waits for work that others share: the caller may leave early, the work goes on. */
export function waitWithin<T>(scope: CallScope, shared: Promise<T>): Promise<T> {
  const { signal } = scope;
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const leave = () => reject(scope.ended());
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function openScope(clock: Clock, { signal, timeout }: CallOptions): CallScope {
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new OptionsError('signal', 'signal is an AbortSignal, such as that of an AbortController.');
  }
  if (timeout !== undefined && (typeof timeout !== 'number' || !(timeout >= 0))) {
    throw new OptionsError('timeout', 'timeout is a number of milliseconds, zero or more.');
  }
  if (timeout === undefined || timeout > LONGEST_SLEEP_MS) {
    if (!signal) return UNBOUNDED;
    const own = ownController();
    return { signal: own.signal, ended: () => aborted(signal), dispose: follow(signal, own) };
  }
  const joined = ownController();
  const unfollow = follow(signal, joined);
  const timer = new AbortController();
  // No time at all: a timer would let the first request slip out.
  let timedOut = timeout === 0;
  clock.sleep(timeout, timer.signal).then(
    () => {
      timedOut = true;
      joined.abort();
    },
    () => {},
  );
  return {
    signal: joined.signal,
    ended: () => (signal && aborted(signal)) ?? (timedOut ? new TimeoutError(timeout) : undefined),
    dispose: () => {
      unfollow();
      timer.abort();
    },
  };
}

/** A part of a call that can be ended on its own. */
export function forkScope(parent: CallScope): { readonly scope: CallScope; end(): void } {
  const own = ownController();
  const unfollow = follow(parent.signal, own);
  return {
    scope: {
      signal: own.signal,
      ended: () => parent.ended() ?? aborted(own.signal),
      dispose: unfollow,
      pace: parent.pace,
    },
    end: () => own.abort(),
  };
}

/** The calls that hang on each of the callers' signals. */
const followers = new WeakMap<AbortSignal, Set<AbortController>>();

/**
 * Aborts with a signal, until told otherwise. Many calls may share a signal that lives as long as the process:
 * it gets one listener for all of them. (`AbortSignal.any` would keep something of every call on it.)
 */
function follow(signal: AbortSignal | undefined, controller: AbortController): () => void {
  if (!signal) return () => {};
  if (signal.aborted) controller.abort();
  const together = followers.get(signal) ?? followTogether(signal);
  together.add(controller);
  return () => together.delete(controller);
}

function followTogether(signal: AbortSignal): Set<AbortController> {
  const together = new Set<AbortController>();
  followers.set(signal, together);
  const onAbort = () => {
    for (const controller of together) controller.abort();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return together;
}

/** A signal of our own, on which the HTTP client hangs a listener for each of many requests at once. */
function ownController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function aborted(signal: AbortSignal): AbortedError | undefined {
  return signal.aborted ? new AbortedError(signal.reason) : undefined;
}
