import type { CallScope, EntityKeys, StoredRow, UpkeepTools } from '@tablewright/core';
import { deleteRows, intentsAmong, listRows } from '../reconcile/intents.js';
import type { Known } from '../reconcile/known.js';
import { reconcile } from '../reconcile/reconcile.js';
import { INTENT_PREFIX, type IntentRow, intentsOfEntity, primaryOf } from '../rows/intent-row.js';
import { byPartition } from './by-partition.js';
import { findingOf } from './inspect-entities.js';
import { pagesBeginning } from './target-pages.js';
import { unlessUnsettled } from './unless-unsettled.js';

/** Intents of a derivation that workers do not take up. */
export interface LeftIntents {
  /** Nobody can read them. */
  readonly damaged: readonly StoredRow[];
  /** The entities with intents that another declaration of the same name recorded. */
  readonly retired: readonly EntityKeys[];
}

/** Those of all partitions, or of one: 1 request for each page of intents. */
export async function leftIntents(
  { context, derivation }: Known,
  only: string | undefined,
  scope: CallScope,
): Promise<LeftIntents> {
  const { store, table, model } = context;
  const isOwn = ({ rowKey, columns: { Row, Entity, Derivation } }: StoredRow) =>
    (Derivation === derivation.name && Entity === model.name) ||
    (typeof Row === 'string' && rowKey.startsWith(intentsOfEntity(derivation.name, Row)));
  const isRetired = ({ entity, derivation: name, fingerprint }: IntentRow) =>
    entity === model.name && name === derivation.name && fingerprint !== derivation.fingerprint;
  const damaged: StoredRow[] = [];
  const retired = new Map<string, EntityKeys>();
  const take = (rows: readonly StoredRow[]) => {
    const found = intentsAmong(rows);
    damaged.push(...found.damaged.filter(isOwn));
    for (const intent of found.intents.filter(isRetired)) {
      retired.set(JSON.stringify([intent.partitionKey, intent.row]), primaryOf(intent));
    }
  };
  if (only !== undefined) take((await listRows(store, table, only, INTENT_PREFIX, scope)).rows);
  else for await (const page of pagesBeginning(context, table, INTENT_PREFIX, scope)) take(page);
  return { damaged, retired: [...retired.values()] };
}

/**
 * Carries out what an earlier declaration recorded, as the present one has it. Who repairs says that all programs know
 * the present one, so that nobody else is left to do it.
 */
export async function takeOver(known: Known, { retired }: LeftIntents, tools: UpkeepTools): Promise<void> {
  for (const keys of retired) {
    const unsettled = findingOf(known, 'unsettled', keys, keys);
    await unlessUnsettled(tools, unsettled, async () => {
      await reconcile(known, keys, tools.scope, undefined, true);
    });
  }
}

/** Once everything is as it should be, whatever they asked for. */
export async function forget(
  { context: { store, table } }: Known,
  { damaged }: LeftIntents,
  scope: CallScope,
): Promise<void> {
  for (const rows of byPartition(damaged)) await deleteRows(store, table, rows, scope);
}
