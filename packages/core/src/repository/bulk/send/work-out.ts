import { checkRow } from '../../../limits/index.js';
import type { CallScope } from '../../../store/index.js';
import { type EntityChange, workOut } from '../../write/plan-writes.js';
import { readImages } from '../../write/read-rows.js';
import { done, failed, type Pending, type Verdict } from '../pending.js';
import type { Limiter } from '../run/limiter.js';

/** An item with what it will do to the table. */
export interface Worked {
  readonly pending: Pending;
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
  reads: Limiter,
  scope: CallScope,
): Promise<WorkedGroup> {
  const unread = await Promise.all(group.map((pending) => look(pending, reads, scope)));
  const ended = scope.ended();
  if (ended) throw ended;
  const worked: Worked[] = [];
  const verdicts: Verdict[] = [];
  for (const [position, pending] of group.entries()) {
    try {
      if (unread[position]) throw unread[position].error;
      const entity = await workOutOne(pending);
      if (entity) worked.push({ pending, entity });
      else verdicts.push(done(pending, pending.write.settle(undefined, undefined)));
    } catch (error) {
      verdicts.push(failed(pending, error));
    }
  }
  return { worked, verdicts };
}

/** Reads the stored row, if the item has to see it: 1 request. Tells why it could not. */
async function look(
  pending: Pending,
  reads: Limiter,
  scope: CallScope,
): Promise<{ readonly error: unknown } | undefined> {
  const { write } = pending;
  if (write.readsBecause === undefined || pending.seen) return undefined;
  try {
    const images = await reads.run(() => readImages([write], scope));
    pending.seen = { image: images.get(0) ?? null };
    return undefined;
  } catch (error) {
    return { error };
  }
}

async function workOutOne({ write, seen }: Pending): Promise<EntityChange | undefined> {
  const { entities } = await workOut([write], new Map(seen && [[0, seen.image]]));
  const [entity] = entities;
  if (!entity) return undefined;
  const { store, model } = write.context;
  checkRow(entity.change.primary.row, store.limits, model.name);
  return entity;
}
