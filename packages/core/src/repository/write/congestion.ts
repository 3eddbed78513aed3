import { OptionsError } from '../../errors/index.js';
import type { CallScope, TableStore } from '../../store/index.js';
import { CongestionError } from '../errors.js';

/** Enough for many dozens of writers of one row: in each round at least one of them succeeds. */
const DEFAULT_ATTEMPTS = 100;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 200;

export interface Attempts {
  /** How often to read and try again when others change the row in between. */
  readonly attempts?: number;
}

export function attemptsOf({ attempts = DEFAULT_ATTEMPTS }: Attempts): number {
  if (Number.isSafeInteger(attempts) && attempts >= 1) return attempts;
  throw new OptionsError('attempts', 'attempts is a whole number, one or more.');
}

/** Whose attempts they are. */
interface Trying {
  readonly store: Pick<TableStore, 'clock' | 'random'>;
  readonly model: { readonly name: string };
}

/** Waits a little before another attempt, or gives up with a CongestionError after too many of them. */
export async function startOver(
  { store, model }: Trying,
  options: Attempts,
  attempt: number,
  cause: unknown,
  scope: CallScope,
): Promise<void> {
  const attempts = attemptsOf(options);
  if (attempt >= attempts) throw new CongestionError(model.name, attempts, { cause });
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * store.random();
  await store.clock.sleep(pause, scope.signal).catch(() => {});
  const ended = scope.ended();
  if (ended) throw ended;
}
