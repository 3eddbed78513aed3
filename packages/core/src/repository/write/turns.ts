import { type CallScope, type Clock, waitWithin } from '../../store/index.js';

/** The end of the last turn at each row, of this process, across repositories and stores: the rows are the same ones. */
const queues = new Map<string, Promise<void>>();

/**
 * Turns save requests; that nothing is lost is the ETags' doing. So nobody waits for ever: not behind a request that
 * hangs, and not behind a call that itself waits for him.
 */
const LONGEST_WAIT_MS = 2_000;

/**
 * Runs `work` when nobody else of this process is at any of these rows, which many entities feed. Who reads such a
 * row only to lose the race for it has sent two requests for nothing, and within one process nobody needs to.
 * A call lines up for all of its rows at once, so that no two wait for each other.
 */
export async function inTurn<T>(
  rows: readonly string[],
  clock: Clock,
  scope: CallScope,
  work: () => Promise<T>,
): Promise<T> {
  if (rows.length === 0) return work();
  const before = rows.flatMap((row) => queues.get(row) ?? []);
  let end = () => {};
  const mine = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const row of rows) queues.set(row, mine);
  try {
    if (before.length > 0) await patiently(Promise.all(before), clock, scope);
    return await work();
  } finally {
    for (const row of rows) if (queues.get(row) === mine) queues.delete(row);
    end();
  }
}

async function patiently(before: Promise<unknown>, clock: Clock, scope: CallScope): Promise<void> {
  const enough = new AbortController();
  const patience = clock.sleep(LONGEST_WAIT_MS, enough.signal).catch(() => {});
  try {
    await waitWithin(scope, Promise.race([before, patience]));
  } finally {
    enough.abort();
  }
}
