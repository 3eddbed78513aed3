import type { CallScope } from '../../../store/index.js';
import { type SettledVersion, settledVersion } from '../../split/index.js';
import { checkFanOut } from '../../write/check-fan-out.js';
import { type Diagnosis, diagnose } from '../../write/diagnose.js';
import type { EtagOfRow } from '../../write/etags-by-row.js';
import { prepareCommit } from '../../write/intents.js';
import type { WorkedOut } from '../../write/plan-writes.js';
import { rememberMarks } from '../../write/remember-marks.js';
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
  const around = await prepareCommit(writes, work, plan, scope);
  let etagAt: EtagOfRow;
  try {
    etagAt = await around.commit(scope, (bounded) => sendPlan(store, plan, bounded));
  } catch (error) {
    return { diagnosis: await diagnose(error, plan, writes, scope), error };
  }
  const verdicts = part.map(({ pending }, place) => {
    const { write } = pending;
    const version = settledVersion(plan, place, etagAt) ?? { etag: etagAt(write.keys.rowKey, place) };
    return settled(pending, work, place, version);
  });
  return { verdicts };
}

function settled(pending: Pending, work: WorkedOut, place: number, { etag, parts }: SettledVersion): Verdict {
  const { write } = pending;
  try {
    const result = write.settle(etag, work.changes[place], parts);
    rememberMarks(write, work.entities[place]);
    return done(pending, result);
  } catch (error) {
    // Stored, but the caller's instance took no new values: what his own call would have thrown.
    return failed(pending, error);
  }
}
