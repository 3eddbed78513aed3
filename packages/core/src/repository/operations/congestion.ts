import { hasCode, OptionsError } from '../../errors/index.js';
import type { CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { CongestionError } from '../errors.js';

/** Enough for many dozens of writers of one row: in each round at least one of them succeeds. */
const DEFAULT_ATTEMPTS = 100;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 200;

export interface RetryBudget {
  /** How often to read and try again when others change the row in between. */
  readonly attempts?: number;
}

/**
 * The optimistic loop: `prepare` reads and works out the write, the write that it returns may lose against
 * others. Only that loss is repeated; errors of `prepare`, such as the caller's own, are not.
 */
export async function untilUncontended<T>(
  { store, model }: RepositoryContext,
  { attempts = DEFAULT_ATTEMPTS }: RetryBudget,
  scope: CallScope,
  prepare: (attempt: number) => Promise<() => Promise<T>>,
): Promise<T> {
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new OptionsError('attempts', 'attempts is a whole number, one or more.');
  }
  for (let attempt = 1; ; attempt++) {
    const write = await prepare(attempt);
    try {
      return await write();
    } catch (error) {
      if (!hasCode(error, 'ENTITY_CHANGED')) throw error;
      if (attempt >= attempts) throw new CongestionError(model.name, attempts, { cause: error });
    }
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * store.random();
    await store.clock.sleep(pause, scope.signal).catch(() => {});
    const ended = scope.ended();
    if (ended) throw ended;
  }
}
