import {
  attemptsOf,
  type CallOptions,
  callSteps,
  isTablewrightError,
  type ModifyOptions,
  startOver,
  type TableStore,
} from '@tablewright/core';

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
  { read, write, once }: ReadThenWrite<P, T>,
): Promise<T> {
  return store.within(options, async (scope, given) => {
    attemptsOf(given);
    const steps = callSteps(scope);
    for (let attempt = 1; ; attempt++) {
      const prepared = await steps.run(read);
      try {
        return await steps.run((bounds) => write(prepared, bounds));
      } catch (error) {
        const lost = isTablewrightError(error) && error.code === 'ENTITY_CHANGED';
        if (!lost || once) throw error;
        await startOver({ store, model: { name } }, given, attempt, error, scope);
      }
    }
  });
}
