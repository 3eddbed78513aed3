import type { CallScope } from '../../../store/index.js';
import { type Diagnosis, diagnose } from '../../write/diagnose.js';
import { stageIntents } from '../../write/intents.js';
import { done, failed, type Verdict } from '../pending.js';
import { type Fitted, workOf } from './fit.js';
import type { Worked } from './work-out.js';

export type PartSent =
  | { readonly verdicts: readonly Verdict[] }
  | { readonly diagnosis: Diagnosis; readonly error: unknown };

/** Sends one transaction: 1 request. */
export async function sendPart({ part, plan }: Fitted, scope: CallScope): Promise<PartSent> {
  const writes = part.map(({ pending }) => pending.write);
  const { store } = writes[0]!.context;
  const staged = await stageIntents(writes, workOf(part), plan, scope);
  let etags: readonly (string | undefined)[];
  try {
    etags = await store.write(staged.plan, scope);
  } catch (error) {
    await staged.abandoned(error);
    return { diagnosis: await diagnose(error, staged.plan, writes, scope), error };
  }
  await staged.committed(scope);
  const byRow = new Map(staged.plan.operations.map(({ row }, index) => [row.rowKey, etags[index]]));
  return { verdicts: part.map((worked) => settled(worked, byRow)) };
}

function settled({ pending, entity }: Worked, etags: ReadonlyMap<string, string | undefined>): Verdict {
  const { write } = pending;
  try {
    return done(pending, write.settle(etags.get(write.keys.rowKey), entity.change));
  } catch (error) {
    // Stored, but the caller's instance took no new values: what his own call would have thrown.
    return failed(pending, error);
  }
}
