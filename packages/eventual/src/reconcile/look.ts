import type { CallScope, EntityKeys } from '@tablewright/core';
import { type IntentRow, intentsOfEntity } from '../rows/intent-row.js';
import { type Intents, intentsAmong, listRows } from './intents.js';
import type { Known } from './known.js';
import { type Primary, readPrimaryOf } from './primary.js';

/** The intents of an entity for one derivation, and the entity itself. */
export interface Look {
  readonly intents: readonly IntentRow[];
  /** Left out: it is gone. Not read where there are no intents. */
  readonly primary?: Primary | undefined;
}

/** The intents before the entity: so the entity tells what all of them led to. 2 requests, 1 if they were listed. */
export async function look(
  known: Known,
  keys: EntityKeys,
  scope: CallScope,
  listed?: readonly IntentRow[],
): Promise<Look> {
  const intents = listed ?? (await listIntents(known, keys, scope));
  if (intents.length === 0) return { intents };
  return { intents, primary: await readPrimaryOf(known, keys, scope) };
}

export async function listIntents(
  known: Known,
  keys: EntityKeys,
  scope: CallScope,
): Promise<readonly IntentRow[]> {
  return (await listAll(known, keys, scope)).intents;
}

/** With those that cannot be read: 1 request. */
export async function listAll(
  { context, derivation }: Known,
  { partitionKey, rowKey }: EntityKeys,
  scope: CallScope,
): Promise<Intents> {
  const prefix = intentsOfEntity(derivation.name, rowKey);
  const { rows } = await listRows(context.store, context.table, partitionKey, prefix, scope);
  const all = intentsAmong(rows);
  // A row that was of another class before may have intents of that time.
  const isOwn = ({ row, entity }: IntentRow) => row === rowKey && entity === context.model.name;
  return { ...all, intents: all.intents.filter(isOwn) };
}
