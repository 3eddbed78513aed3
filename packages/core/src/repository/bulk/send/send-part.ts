import type { CallScope } from '../../../store/index.js';
import { type Diagnosis, diagnose } from '../../write/diagnose.js';
import { stageIntents } from '../../write/intents.js';
import { done, failed, type Verdict } from '../pending.js';
import type { Fitted } from './fit.js';
import type { Worked } from './work-out.js';

export type PartSent =
  | { readonly verdicts: readonly Verdict[] }
  | { readonly diagnosis: Diagnosis; readonly error: unknown };

/** Sends one transaction: 1 request. */
export async function sendPart({ part, work, plan }: Fitted, scope: CallScope): Promise<PartSent> {
  const writes = part.map(({ pending }) => pending.write);
  const { store } = writes[0]!.context;
  const staged = await stageIntents(writes, work, plan, scope);
  let etags: readonly (string | undefined)[];
  try {
    etags = await store.write(staged.plan, scope);
  } catch (error) {
    await staged.abandoned(error);
    return { diagnosis: await diagnose(error, staged.plan, writes, scope), error };
  }
  await staged.committed(scope);
  const { operations } = staged.plan;
  let byRow: ReadonlyMap<string, string | undefined> | undefined;
  const etagAt = (place: number, rowKey: string) => {
    // Where nothing is derived, each item is the operation at its own place.
    if (operations[place]?.row.rowKey === rowKey) return etags[place];
    byRow ??= new Map(operations.map(({ row }, index) => [row.rowKey, etags[index]]));
    return byRow.get(rowKey);
  };
  const verdicts = part.map((worked, place) =>
    settled(worked, etagAt(place, worked.pending.write.keys.rowKey)),
  );
  return { verdicts };
}

function settled({ pending, entity }: Worked, etag: string | undefined): Verdict {
  const { write } = pending;
  try {
    return done(pending, write.settle(etag, entity.change));
  } catch (error) {
    // Stored, but the caller's instance took no new values: what his own call would have thrown.
    return failed(pending, error);
  }
}
