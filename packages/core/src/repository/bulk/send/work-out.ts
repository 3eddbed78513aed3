import { checkRow } from '../../../limits/index.js';
import type { Change } from '../../../plan/index.js';
import type { CallScope } from '../../../store/index.js';
import { type EntityChange, entityChange } from '../../write/plan-writes.js';
import { readImages } from '../../write/read-rows.js';
import { done, failed, type Pending, type Verdict } from '../pending.js';

/** An item with what it will do to the table. */
export interface Worked {
  readonly pending: Pending;
  /** Numbered by its place among those that are worked out together: a transaction takes the first of them. */
  readonly entity: EntityChange;
}

export interface WorkedGroup {
  readonly worked: readonly Worked[];
  /** Those that need no request: they cannot succeed, or there is nothing to write. */
  readonly verdicts: readonly Verdict[];
}

/** Works out each item on its own, so that what is wrong with one of them does not touch the others. */
export async function workOutEach(
  group: readonly Pending[],
  reads: CallScope,
  scope: CallScope,
): Promise<WorkedGroup> {
  const unread = group.some(mustRead) ? await lookAtEach(group, reads) : undefined;
  const ended = scope.ended();
  if (ended) throw ended;
  const worked: Worked[] = [];
  const verdicts: Verdict[] = [];
  for (const pending of group) {
    try {
      if (unread?.has(pending)) throw unread.get(pending);
      const changing = pending.write.change(pending.seen?.image);
      // Most changes are there at once, and a transaction has a hundred of them.
      const change = changing instanceof Promise ? await changing : changing;
      if (change) worked.push(workedOut(pending, change, worked.length));
      else verdicts.push(done(pending, pending.write.settle(undefined, undefined)));
    } catch (error) {
      verdicts.push(failed(pending, error));
    }
  }
  return { worked, verdicts };
}

/** Throws what is wrong with the row. */
export function workedOut(pending: Pending, change: Change, place: number): Worked {
  const { write } = pending;
  const entity = entityChange(write, change, place);
  const { store, model, patterns } = write.context;
  // A row that will be divided is looked at in its parts.
  if (!patterns.split) checkRow(entity.change.primary.row, store.limits, model.name);
  return { pending, entity };
}

function mustRead({ write, seen, again }: Pending): boolean {
  return (write.readsBecause !== undefined || again === true) && !seen;
}

/** Reads the stored rows of those items that have to see them: 1 request each. Tells why some could not be read. */
async function lookAtEach(
  group: readonly Pending[],
  reads: CallScope,
): Promise<ReadonlyMap<Pending, unknown>> {
  const errors = new Map<Pending, unknown>();
  await Promise.all(
    group.filter(mustRead).map(async (pending) => {
      try {
        const images = await readImages([pending.write], reads, undefined, new Set([0]));
        pending.seen = { image: images.get(0) ?? null };
      } catch (error) {
        errors.set(pending, error);
      }
    }),
  );
  return errors;
}
