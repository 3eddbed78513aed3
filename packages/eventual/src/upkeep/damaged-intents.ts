import type { CallScope, StoredRow } from '@tablewright/core';
import { deleteRows, intentsAmong, listRows } from '../reconcile/intents.js';
import type { Known } from '../reconcile/known.js';
import { INTENT_PREFIX, intentsOfEntity } from '../rows/intent-row.js';
import { byPartition } from './by-partition.js';
import { pagesBeginning } from './target-pages.js';

/** Intents of a derivation that nobody can read any more, of all partitions or of one: 1 request for each page. */
export async function damagedIntents(
  { context, derivation }: Known,
  only: string | undefined,
  scope: CallScope,
): Promise<readonly StoredRow[]> {
  const { store, table, model } = context;
  const isOwn = ({ rowKey, columns: { Row, Entity, Derivation } }: StoredRow) =>
    (Derivation === derivation.name && Entity === model.name) ||
    (typeof Row === 'string' && rowKey.startsWith(intentsOfEntity(derivation.name, Row)));
  const found: StoredRow[] = [];
  const take = (rows: readonly StoredRow[]) => found.push(...intentsAmong(rows).damaged.filter(isOwn));
  if (only !== undefined) take((await listRows(store, table, only, INTENT_PREFIX, scope)).rows);
  else for await (const page of pagesBeginning(context, table, INTENT_PREFIX, scope)) take(page);
  return found;
}

/** Once everything is as it should be, whatever they asked for. */
export async function forget(
  { context: { store, table } }: Known,
  damaged: readonly StoredRow[],
  scope: CallScope,
): Promise<void> {
  for (const rows of byPartition(damaged)) await deleteRows(store, table, rows, scope);
}
