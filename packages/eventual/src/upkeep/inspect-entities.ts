import {
  type CallScope,
  type Finding,
  hasCode,
  pacedScope,
  type Row,
  type StoredRow,
  sameRow,
  sideBySide,
  type UpkeepTools,
} from '@tablewright/core';
import type { DeferredRows } from '../deferred-rows.js';
import { deleteRows } from '../reconcile/intents.js';
import type { Known } from '../reconcile/known.js';
import { record } from '../reconcile/lift.js';
import { listAll } from '../reconcile/look.js';
import { type Primary, readPrimaryOf } from '../reconcile/primary.js';
import { reconcile } from '../reconcile/reconcile.js';
import { targetTable } from '../reconcile/target-table.js';
import type { IntentRow } from '../rows/intent-row.js';
import { nextVersion } from '../rows/marks.js';
import { VERSION_COLUMN } from '../rows/system-row.js';
import { unlessUnsettled } from './unless-unsettled.js';

/** Others may change an entity each time that it is looked at. */
const LOOKS = 5;

/**
 * Compares the rows that follow from some entities with what is stored: 1 request for each row. Where something is
 * wrong, the entity and its intents are looked at again: what an intent asks for is not wrong, but yet to be done.
 */
export async function inspectEntities(
  derivation: DeferredRows,
  primaries: readonly StoredRow[],
  tools: UpkeepTools,
): Promise<void> {
  const known: Known = { context: tools.context, derivation };
  const scope = pacedScope(tools.scope, tools.concurrency);
  await sideBySide(primaries, scope, async (stored, part) => {
    const wanted = wantedOf(known, stored);
    if (!wanted) return tools.report(findingOf(known, 'unreadable', stored, stored));
    const wrong = await problemsOf(known, stored, wanted, part);
    if (wrong.length === 0) return;
    const unsettled = findingOf(known, 'unsettled', stored, stored);
    await unlessUnsettled(tools, unsettled, () => settle(known, stored, tools, part));
  });
}

async function settle(known: Known, listed: StoredRow, tools: UpkeepTools, scope: CallScope): Promise<void> {
  const { context } = known;
  for (let look = 1; look <= LOOKS; look++) {
    const primary = await readPrimaryOf(known, listed, scope);
    if (!primary) return;
    const { intents, damaged } = await listAll(known, listed, scope);
    if (intents.length > 0) {
      if (!tools.mending) return;
      if ((await reconcile(known, listed, scope, undefined, true)).kind === 'unknown') return;
      continue;
    }
    // After the intents: their writer may just have finished. The entity was the same all the time.
    const wrong = await problemsOf(known, primary.stored, primary.rows, scope);
    if (wrong.length === 0) return;
    const again = await readPrimaryOf(known, listed, scope);
    if (again?.stored.etag !== primary.stored.etag) continue;
    if (!tools.mending) {
      for (const finding of wrong) await tools.report(finding);
      return;
    }
    if (await writeAgain(known, primary, scope)) {
      // What nobody can read asked for no more than that: what is elsewhere is found as a stray.
      await deleteRows(context.store, context.table, damaged, scope);
      for (const { kind } of wrong) tools.mended(kind);
      return;
    }
  }
  await tools.report(findingOf(known, 'unsettled', listed, listed));
}

/** Under a new version of the entity, as after a write: guards see to the rest. */
async function writeAgain(known: Known, primary: Primary, scope: CallScope): Promise<boolean> {
  const { clock } = known.context.store;
  const version = nextVersion(primary.stored, clock.now());
  if (!(await record(known, primary, version, [], scope))) return false;
  return (await reconcile(known, primary.stored, scope, undefined, true)).kind === 'done';
}

async function problemsOf(
  known: Known,
  primary: StoredRow,
  wanted: readonly Row[],
  scope: CallScope,
): Promise<readonly Finding[]> {
  const { context } = known;
  const found: Finding[] = [];
  for (const row of wanted) {
    const { partitionKey, rowKey } = row;
    const table = targetTable(known);
    const plan = { kind: 'pointRead', entity: context.model.name, table, partitionKey, rowKey } as const;
    const stored = await context.store.readTyped(plan, scope);
    if (!stored) found.push(findingOf(known, 'missing', primary, row));
    else if (!sameRow(withoutVersion(stored), row)) found.push(findingOf(known, 'stale', primary, row));
  }
  return found;
}

/** `undefined`: nobody knows what follows from the entity. */
function wantedOf({ context, derivation }: Known, stored: StoredRow): readonly Row[] | undefined {
  try {
    return derivation.derive(context.codec.upgraded(stored));
  } catch (error) {
    if (hasCode(error, 'KEY_VALUE_INVALID') || hasCode(error, 'KEY_TOO_LONG')) return [];
    if (hasCode(error, 'STORED_VALUE_INVALID') || hasCode(error, 'UPGRADE_FAILED')) return undefined;
    throw error;
  }
}

function withoutVersion(row: Row): Row {
  const { [VERSION_COLUMN]: _, ...columns } = row.columns;
  return { ...row, columns };
}

export function findingOf(
  known: Known,
  kind: Finding['kind'],
  primary: Pick<IntentRow, 'partitionKey' | 'rowKey'>,
  row: Pick<Row, 'partitionKey' | 'rowKey'>,
): Finding {
  const { context, derivation } = known;
  const { partitionKey, rowKey } = row;
  const table = targetTable(known);
  return {
    kind,
    derivation: derivation.name,
    partitionKey,
    rowKey,
    ...(table !== context.table && { table }),
    primaryPartition: primary.partitionKey,
    primary: primary.rowKey,
  };
}
