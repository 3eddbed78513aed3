import type { Findings, RowOperation, WritePlan } from '../../plan/index.js';
import type { CallScope, Contention } from '../../store/index.js';
import { ownStamp } from '../guard.js';
import { type SettledVersion, settledVersion } from '../split/index.js';
import { checkFanOut } from './check-fan-out.js';
import { type Attempts, attemptsOf, startOver } from './congestion.js';
import { type Diagnosis, diagnose } from './diagnose.js';
import { Discoveries } from './discoveries.js';
import type { EtagOfRow } from './etags-by-row.js';
import {
  type Idempotent,
  type Marker,
  markerOf,
  mayBeOwnDoing,
  settleAgain,
  tookPlace,
  withMarker,
} from './idempotency.js';
import { prepareCommit } from './intents.js';
import { byRow, contestedRows, planWrites, type RowWrites, type WorkedOut, workOut } from './plan-writes.js';
import type { PreparedWrite } from './prepared.js';
import { lookAround, readImages } from './read-rows.js';
import { remember } from './remember.js';
import { rememberMarks } from './remember-marks.js';
import { sendPlan } from './send-plan.js';
import type { Numbered } from './several-writes.js';
import { inTurn } from './turns.js';

export interface CommitOptions extends Attempts, Idempotent {
  /** Whether others write the same rows, perhaps the same values. */
  readonly contended?: Contention | undefined;
  /** All of it in one transaction, or not at all: what does not fit is refused. */
  readonly atOnce?: boolean;
  /** What callers get whose writes took place before, under the same name. */
  readonly again?: () => Promise<readonly unknown[]>;
}

/**
 * Sends prepared writes of one partition as one transaction, and gives each caller his result. Reads what
 * has to be read first; starts over while others are faster and the callers named no version.
 */
export async function commit(
  writes: readonly PreparedWrite[],
  options: CommitOptions,
  scope: CallScope,
): Promise<readonly unknown[]> {
  attemptsOf(options);
  const marker = markerOf(writes[0]!, options);
  if (!marker) return commitOnce(writes, options, undefined, scope);
  const { context } = writes[0]!;
  const { again = async () => settleAgain(writes) } = options;
  try {
    return await commitOnce(writes, options, marker, scope);
  } catch (error) {
    const before =
      error instanceof TookPlace || (mayBeOwnDoing(error) && (await tookPlace(context, marker, scope)));
    if (!before) throw error;
    return again();
  }
}

/** The write took place before, under the same name. */
class TookPlace extends Error {}

async function commitOnce(
  writes: readonly PreparedWrite[],
  options: CommitOptions,
  marker: Marker | undefined,
  scope: CallScope,
): Promise<readonly unknown[]> {
  const discoveries = new Discoveries();
  const rows = byRow(writes);
  const again = new Set<number>();
  let images = await readImages(writes, scope, rows);
  for (let attempt = 1; ; ) {
    const work = await workOut(writes, images, rows);
    const { context } = writes[0]!;
    if (work.entities.length === 0) {
      if (marker && (await tookPlace(context, marker, scope))) throw new TookPlace();
      return settle(rows, work, () => NO_VERSION);
    }
    const outcome = await inTurn(contestedRows(context, work), context.store.clock, scope, async () => {
      const found = await lookAround(context, work, scope);
      return send(writes, rows, work, { found, ...discoveries }, { ...options, marker }, scope);
    });
    if ('results' in outcome) return outcome.results;
    const { diagnosis, error } = outcome;
    if (diagnosis.kind === 'failed') throw diagnosis.error;
    if (marker && (await tookPlace(context, marker, scope))) throw new TookPlace();
    if (discoveries.note(diagnosis)) continue;
    await startOver(context, options, attempt++, error, scope);
    discoveries.forget();
    if (diagnosis.kind === 'lookAgain') again.add(diagnosis.item);
    images = await readImages(writes, scope, rows, again);
  }
}

type Sent =
  | { readonly results: readonly unknown[] }
  | { readonly diagnosis: Diagnosis; readonly error: unknown };

async function send(
  writes: readonly PreparedWrite[],
  rows: readonly RowWrites[],
  worked: WorkedOut,
  findings: Findings,
  { contended, atOnce, marker }: CommitOptions & { readonly marker: Marker | undefined },
  scope: CallScope,
): Promise<Sent> {
  const { store } = writes[0]!.context;
  const planned = planWrites(writes, worked, findings, atOnce);
  const { work } = planned;
  const plan = withMarker(planned.plan, marker, writes[0]!);
  checkFanOut(plan, writes[0]!.context);
  const around = await prepareCommit(writes, work, plan, scope);
  let etagAt: EtagOfRow;
  try {
    etagAt = await around.commit(scope, (bounded) => sendPlan(store, plan, bounded, contended));
  } catch (error) {
    return { diagnosis: await diagnose(error, plan, writes, scope), error };
  }
  return { results: settle(rows, work, versionsOf(plan, etagAt)) };
}

/** The new version of an entity, by its first write and the place of its row among those that were asked for. */
type VersionOf = (write: Numbered, place: number) => SettledVersion;

const NO_VERSION: SettledVersion = { etag: undefined };

function versionsOf(plan: WritePlan, etagAt: EtagOfRow): VersionOf {
  const ofRow: VersionOf = ({ write }, place) => ({ etag: etagAt(write.keys.rowKey, place) });
  if (!plan.parts) return ofRow;
  return (write, place) => settledVersion(plan, write.item, etagAt) ?? ofRow(write, place);
}

function settle(
  rows: readonly RowWrites[],
  { changes, entities }: WorkedOut,
  versionOf: VersionOf,
): readonly unknown[] {
  const results = new Array<unknown>(changes.length);
  const marked = entities.some(({ recorded }) => recorded);
  for (let place = 0; place < rows.length; place++) {
    const group = rows[place]!;
    const { etag, parts } = versionOf(group[0]!, place);
    if (group.length === 1) {
      const { write, item } = group[0]!;
      results[item] = write.settle(etag, changes[item], parts);
      if (marked)
        rememberMarks(
          write,
          entities.find((entity) => entity.item === item),
        );
      continue;
    }
    const change = entities.find(({ item }) => item === group[0]!.item)?.change;
    // An instance that has not seen all of its row must not vouch for it: it keeps its old version.
    for (const { write, item } of group) {
      results[item] = write.settle(write.entity ? undefined : etag, changes[item]);
    }
    const { write } = group[0]!;
    if (change?.after && knowsRow(group, change.primary)) {
      const raw = change.after.columns;
      remember(write.context, write.entity!, write.keys, { etag, raw, parts, copied: change.copied });
    }
  }
  return results;
}

/** Whether one instance did all that was done to its row, and had seen it before, or made it. */
function knowsRow(group: RowWrites, primary: RowOperation): boolean {
  const { entity, context, verb } = group[0]!.write;
  if (!entity || group.some(({ write }) => write.entity !== entity)) return false;
  return verb === 'insert' || ('ifMatch' in primary && ownStamp(context, entity)?.etag === primary.ifMatch);
}
