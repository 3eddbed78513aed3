import {
  type CallScope,
  type EntityKeys,
  pacedScope,
  type StoredRow,
  sideBySide,
  type UpkeepTools,
} from '@tablewright/core';
import type { DeferredRows } from '../deferred-rows.js';
import { isRace, removal } from '../reconcile/bring-to.js';
import type { Known } from '../reconcile/known.js';
import { listIntents } from '../reconcile/look.js';
import { readPrimaryOf } from '../reconcile/primary.js';
import { reconcile } from '../reconcile/reconcile.js';
import { targetTable } from '../reconcile/target-table.js';
import { findingOf } from './inspect-entities.js';
import { forget, leftIntents, takeOver } from './left-intents.js';
import { pagesBeginning } from './target-pages.js';
import { unlessUnsettled } from './unless-unsettled.js';

const LOOKS = 5;

/**
 * Looks for rows that follow from no entity: 1 request for each page of rows, and 1 for each row, to read its entity.
 * Where things are to be put right, so are intents that workers leave: 1 more for each page of intents, and those of
 * `reconcile`. Those that nobody can read are deleted in the end.
 */
export async function inspectStrays(
  derivation: DeferredRows,
  only: string | undefined,
  tools: UpkeepTools,
): Promise<void> {
  const { context } = tools;
  const known: Known = { context, derivation };
  const table = targetTable(known);
  const scope = pacedScope(tools.scope, tools.concurrency);
  const left = tools.mending ? await leftIntents(known, only, tools.scope) : undefined;
  if (left) await takeOver(known, left, tools);
  for await (const page of pagesBeginning(context, table, derivation.rowPrefix, scope)) {
    await sideBySide(page, scope, async (row, part) => {
      const source = derivation.sourceOf(row);
      if (!source) {
        const { partitionKey, rowKey } = row;
        const place = table === context.table ? {} : { table };
        if (only === undefined) {
          await tools.report({
            kind: 'foreign',
            derivation: derivation.name,
            partitionKey,
            rowKey,
            ...place,
          });
        }
      } else if (only === undefined || only === source.partitionKey) {
        const unsettled = findingOf(known, 'unsettled', source, row);
        await unlessUnsettled(tools, unsettled, () => settle(known, row, source, tools, part));
      }
    });
  }
  if (left) await forget(known, left, tools.scope);
}

async function settle(
  known: Known,
  listed: StoredRow,
  source: EntityKeys,
  tools: UpkeepTools,
  scope: CallScope,
): Promise<void> {
  const table = targetTable(known);
  let row: StoredRow | undefined = listed;
  for (let look = 1; look <= LOOKS && row; look++) {
    if (await accountsFor(known, source, row, scope)) return;
    const intents = await listIntents(known, source, scope);
    // Read again after the intents: an entity that came meanwhile brought one with it.
    if (intents.length === 0 && !(await accountsFor(known, source, row, scope))) {
      // Whoever comes to derive this row writes it, and gives it another version.
      if (tools.mending) {
        if (await removed(known, table, row, scope)) return tools.mended('stray');
      } else if (await isStill(known, table, row, scope)) {
        return tools.report(findingOf(known, 'stray', source, row));
      }
    } else if (intents.length > 0) {
      if (!tools.mending) return;
      if ((await reconcile(known, source, scope, undefined, true)).kind === 'unknown') return;
    }
    row = await readAgain(known, table, listed, scope);
  }
  if (row) await tools.report(findingOf(known, 'unsettled', source, row));
}

/** It was there all the time, and did not change: a writer that moved it would have. */
async function isStill(known: Known, table: string, row: StoredRow, scope: CallScope): Promise<boolean> {
  return (await readAgain(known, table, row, scope))?.etag === row.etag;
}

async function readAgain(
  { context: { store, model } }: Known,
  table: string,
  { partitionKey, rowKey }: StoredRow,
  scope: CallScope,
): Promise<StoredRow | undefined> {
  const plan = { kind: 'pointRead', entity: model.name, table, partitionKey, rowKey } as const;
  return store.readTyped(plan, scope);
}

async function accountsFor(
  known: Known,
  source: EntityKeys,
  { partitionKey, rowKey }: StoredRow,
  scope: CallScope,
): Promise<boolean> {
  const primary = await readPrimaryOf(known, source, scope);
  return primary?.rows.some((row) => row.partitionKey === partitionKey && row.rowKey === rowKey) ?? false;
}

async function removed(
  { context }: Known,
  table: string,
  { partitionKey, rowKey, etag }: StoredRow,
  scope: CallScope,
): Promise<boolean> {
  try {
    const operations = [removal(partitionKey, rowKey, etag)];
    await context.store.write({ kind: 'write', entity: context.model.name, table, operations }, scope);
    return true;
  } catch (error) {
    if (!isRace(error)) throw error;
    return false;
  }
}
