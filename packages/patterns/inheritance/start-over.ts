import {
  type CallOptions,
  CongestionError,
  isTablewrightError,
  type ModifyOptions,
  OptionsError,
  type TableStore,
} from '@tablewright/core';

const DEFAULT_ATTEMPTS = 100;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 200;

/** Two steps of one call, each of which passes the call's bounds on to what it sends. */
export interface ReadThenWrite<P, T> {
  read(bounds: CallOptions): Promise<P>;
  write(prepared: P, bounds: CallOptions): Promise<T>;
  /** The caller named the version that he means: nothing is tried again. */
  readonly once?: boolean;
}

/** Reads, then writes; from the start again while others are faster. All other errors, and those of `read`, end it. */
export function startingOver<P, T>(
  name: string,
  store: TableStore,
  options: ModifyOptions,
  steps: ReadThenWrite<P, T>,
): Promise<T> {
  return store.within(options, async (scope, { attempts = DEFAULT_ATTEMPTS }) => {
    if (!Number.isSafeInteger(attempts) || attempts < 1) {
      throw new OptionsError('attempts', 'attempts is a whole number, one or more.');
    }
    const bounds = scope.signal ? { signal: scope.signal } : {};
    // What the steps see is only that they were aborted; the call knows why.
    const ending = (error: unknown): never => {
      throw scope.ended() ?? error;
    };
    for (let attempt = 1; ; attempt++) {
      const prepared = await steps.read(bounds).catch(ending);
      try {
        return await steps.write(prepared, bounds);
      } catch (cause) {
        const lost = isTablewrightError(cause) && cause.code === 'ENTITY_CHANGED';
        if (!lost || steps.once) return ending(cause);
        if (attempt >= attempts) throw new CongestionError(name, attempts, { cause });
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * store.random();
      await store.clock.sleep(pause, scope.signal).catch(() => {});
    }
  });
}
