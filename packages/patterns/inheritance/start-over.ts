import {
  type CallOptions,
  type CallScope,
  CongestionError,
  isTablewrightError,
  type ModifyOptions,
  OptionsError,
  OutcomeUnknownError,
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
      checkTime(scope);
      const prepared = await steps.read(bounds).catch(ending);
      checkTime(scope);
      try {
        return await steps.write(prepared, bounds);
      } catch (cause) {
        // It was sent, and may be stored: that the time was up is only why nobody knows.
        if (hasCode(cause, 'OUTCOME_UNKNOWN')) throw withReason(cause as OutcomeUnknownError, scope.ended());
        const lost = hasCode(cause, 'ENTITY_CHANGED');
        if (!lost || steps.once) return ending(cause);
        if (attempt >= attempts) throw new CongestionError(name, attempts, { cause });
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * store.random();
      await store.clock.sleep(pause, scope.signal).catch(() => {});
    }
  });
}

/** The steps see the signal alone, and a time of zero is up before that tells. */
function checkTime(scope: CallScope): void {
  const ended = scope.ended();
  if (ended) throw ended;
}

function withReason(error: OutcomeUnknownError, reason: Error | undefined): OutcomeUnknownError {
  if (!reason) return error;
  return new OutcomeUnknownError(error.details.entity, error.operationId, error.resolve, reason);
}

function hasCode(error: unknown, code: string): boolean {
  return isTablewrightError(error) && error.code === code;
}
