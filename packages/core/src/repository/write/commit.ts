import type { Findings } from '../../plan/index.js';
import type { CallScope, Contention } from '../../store/index.js';
import { type Attempts, startOver } from './congestion.js';
import { type Diagnosis, diagnose } from './diagnose.js';
import { Discoveries } from './discoveries.js';
import { stageIntents } from './intents.js';
import { lookups, planWrites, type WorkedOut, workOut } from './plan-writes.js';
import type { PreparedWrite } from './prepared.js';
import { readImages, readLookups } from './read-rows.js';

export interface CommitOptions extends Attempts {
  /** Whether others write the same rows, perhaps the same values. */
  readonly contended?: Contention | undefined;
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
  const discoveries = new Discoveries();
  let images = await readImages(writes, scope);
  for (let attempt = 1; ; ) {
    const work = await workOut(writes, images);
    if (work.entities.length === 0) return settle(writes, work, new Map());
    const { context } = writes[0]!;
    const wanted = lookups(work);
    const found = wanted.length === 0 ? new Map() : await readLookups(context, wanted, scope);
    const outcome = await send(writes, work, { found, ...discoveries }, options, scope);
    if ('results' in outcome) return outcome.results;
    const { diagnosis, error } = outcome;
    if (diagnosis.kind === 'failed') throw diagnosis.error;
    if (discoveries.note(diagnosis)) continue;
    await startOver(context, options, attempt++, error, scope);
    discoveries.forget();
    images = await readImages(writes, scope);
  }
}

type Sent =
  | { readonly results: readonly unknown[] }
  | { readonly diagnosis: Diagnosis; readonly error: unknown };

async function send(
  writes: readonly PreparedWrite[],
  work: WorkedOut,
  findings: Findings,
  { contended }: CommitOptions,
  scope: CallScope,
): Promise<Sent> {
  const { store } = writes[0]!.context;
  const planned = planWrites(writes, work, findings);
  const staged = await stageIntents(writes, work, planned, scope);
  let etags: readonly (string | undefined)[];
  try {
    etags = await store.write(staged.plan, scope, contended);
  } catch (error) {
    await staged.abandoned(error);
    return { diagnosis: await diagnose(error, staged.plan, writes, scope), error };
  }
  await staged.committed(scope);
  return { results: settle(writes, work, etagsByRow(staged.plan.operations, etags)) };
}

function etagsByRow(
  operations: readonly { readonly row: { readonly rowKey: string } }[],
  etags: readonly (string | undefined)[],
): ReadonlyMap<string, string | undefined> {
  return new Map(operations.map(({ row }, index) => [row.rowKey, etags[index]]));
}

function settle(
  writes: readonly PreparedWrite[],
  { changes }: WorkedOut,
  etags: ReadonlyMap<string, string | undefined>,
): readonly unknown[] {
  return writes.map((write, item) => {
    const etag = knowsRow(write, writes) ? etags.get(write.keys.rowKey) : undefined;
    return write.settle(etag, changes[item]);
  });
}

/** An instance may vouch for its row only if nothing else in the transaction wrote to it. */
function knowsRow({ entity, keys }: PreparedWrite, writes: readonly PreparedWrite[]): boolean {
  if (entity === undefined || writes.length === 1) return true;
  return writes.every((other) => other.keys.rowKey !== keys.rowKey || other.entity === entity);
}
