import { type CallScope, waitWithin } from '../../store/index.js';

/** The end of the last turn at each row, of this process, across repositories and stores: the rows are the same ones. */
const queues = new Map<string, Promise<void>>();

/**
 * Runs `work` when nobody else of this process is at any of these rows, which many entities feed. Who reads such a
 * row only to lose the race for it has sent two requests for nothing, and within one process nobody needs to.
 * A call lines up for all of its rows at once, so that no two wait for each other.
 */
export async function inTurn<T>(
  rows: readonly string[],
  scope: CallScope,
  work: () => Promise<T>,
): Promise<T> {
  if (rows.length === 0) return work();
  const before = rows.flatMap((row) => queues.get(row) ?? []);
  let end = () => {};
  const through = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Who gives up waiting does not let those behind him pass those before him.
  const mine = Promise.all([...before, through]).then(() => {
    for (const row of rows) if (queues.get(row) === mine) queues.delete(row);
  });
  for (const row of rows) queues.set(row, mine);
  try {
    if (before.length > 0) await waitWithin(scope, Promise.all(before));
    return await work();
  } finally {
    end();
  }
}
