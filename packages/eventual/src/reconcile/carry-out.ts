import type { CallScope, EntityKeys, Row } from '@tablewright/core';
import { distinct, type Place } from '../places.js';
import type { IntentRow } from '../rows/intent-row.js';
import { largest } from '../rows/system-row.js';
import { type Brought, bringTo, isOfAnother, readGuardOf, type Target } from './bring-to.js';
import type { Known } from './known.js';
import { lift } from './lift.js';
import { type Primary, presenceOf } from './primary.js';
import { targetTable } from './target-table.js';
import { wantedIn } from './targets.js';

/**
 * Brings all partitions that intents name to what the entity wants, as it was read after them. `false`: it changed
 * meanwhile, or had to be given another version.
 */
export async function carryOut(
  known: Known,
  keys: EntityKeys,
  intents: readonly IntentRow[],
  primary: Primary | undefined,
  scope: CallScope,
  mending = false,
): Promise<boolean> {
  const latest = largest(intents.map(({ version }) => version));
  if (primary && primary.version < latest) {
    // Deleted and made again under a clock that is behind: others may still come with the older, larger version.
    await lift(known, keys, primary, latest, undefined, scope);
    return false;
  }
  const version = primary?.version ?? latest;
  for (const place of inOrder(primary, intents)) {
    const target = { ...targetOf(known, keys, place, scope), mending };
    const wanted = wantedIn(known, rowsFor(known, place, primary), place.partition, version);
    const brought = await bringTo(target, wanted, scope);
    if (brought.kind === 'done') continue;
    if (brought.kind === 'overtaken') return false;
    if (primary) {
      await lift(known, keys, primary, brought.guard.version, place, scope);
      return false;
    }
    if (!(await clear(known, keys, target, brought, scope))) return false;
  }
  return true;
}

/** An intent of an earlier declaration may name another table. */
function rowsFor(known: Known, { table }: Place, primary: Primary | undefined): readonly Row[] {
  return primary && table.toLowerCase() === targetTable(known).toLowerCase() ? primary.rows : [];
}

/** Partitions that get rows come first: whoever reads meanwhile finds the entity twice rather than not at all. */
function inOrder(primary: Primary | undefined, intents: readonly IntentRow[]): readonly Place[] {
  const places = distinct(intents.flatMap((intent) => intent.places));
  const getting = new Set(primary?.rows.map(({ partitionKey }) => partitionKey));
  return places.toSorted((a, b) => Number(getting.has(b.partition)) - Number(getting.has(a.partition)));
}

/**
 * The guard is at a later version than all that is known of an entity that is gone. It has no row that could be given
 * another version, so the guard itself goes on: if the entity is still gone after the guard was read.
 */
async function clear(
  known: Known,
  keys: EntityKeys,
  target: Target,
  { guard }: Extract<Brought, { kind: 'ahead' }>,
  scope: CallScope,
): Promise<boolean> {
  if (guard.keys.length === 0) return true;
  const presence = await presenceOf(known, keys, scope);
  if (typeof presence === 'bigint') return false;
  const now = await readGuardOf(target, scope);
  if (now?.etag !== guard.etag) return false;
  if (isOfAnother(now, target, presence)) return true;
  const wanted = wantedIn(known, [], target.place.partition, guard.version + 1n);
  return (await bringTo(target, wanted, scope)).kind === 'done';
}

/** `scope`: within which the entity is looked at again. */
export function targetOf(known: Known, keys: EntityKeys, place: Place, scope?: CallScope): Target {
  const { context, derivation } = known;
  const { partitionKey, rowKey } = keys;
  const source = {
    table: context.table,
    entity: context.model.name,
    derivation: derivation.name,
    partitionKey,
    rowKey,
  };
  const target = { store: context.store, source, place };
  return scope ? { ...target, presence: () => presenceOf(known, keys, scope) } : target;
}
