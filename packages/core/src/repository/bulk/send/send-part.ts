import type { Change } from '../../../plan/index.js';
import type { CallScope } from '../../../store/index.js';
import { type SettledVersion, settledVersion } from '../../split/index.js';
import { checkFanOut } from '../../write/check-fan-out.js';
import { type Diagnosis, diagnose } from '../../write/diagnose.js';
import type { EtagOfRow } from '../../write/etags-by-row.js';
import { stageIntents } from '../../write/intents.js';
import { sendPlan } from '../../write/send-plan.js';
import { done, failed, type Pending, type Verdict } from '../pending.js';
import type { Fitted } from './fit.js';

export type PartSent =
  | { readonly verdicts: readonly Verdict[] }
  | { readonly diagnosis: Diagnosis; readonly error: unknown };

/** Sends one transaction: 1 request. */
export async function sendPart({ part, work, plan }: Fitted, scope: CallScope): Promise<PartSent> {
  const writes = part.map(({ pending }) => pending.write);
  const { store } = writes[0]!.context;
  checkFanOut(plan, writes[0]!.context);
  const staged = await stageIntents(writes, work, plan, scope);
  let etagAt: EtagOfRow;
  try {
    etagAt = await sendPlan(store, staged.plan, scope);
  } catch (error) {
    await staged.abandoned(error);
    return { diagnosis: await diagnose(error, staged.plan, writes, scope), error };
  }
  await staged.committed(scope);
  const verdicts = part.map(({ pending }, place) => {
    const { write } = pending;
    return settled(
      pending,
      work.changes[place],
      settledVersion(staged.plan, place, etagAt) ?? { etag: etagAt(write.keys.rowKey, place) },
    );
  });
  return { verdicts };
}

function settled(pending: Pending, change: Change | undefined, { etag, parts }: SettledVersion): Verdict {
  const { write } = pending;
  try {
    return done(pending, write.settle(etag, change, parts));
  } catch (error) {
    // Stored, but the caller's instance took no new values: what his own call would have thrown.
    return failed(pending, error);
  }
}
