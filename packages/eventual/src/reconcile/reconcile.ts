import { type CallScope, type EntityKeys, startOver } from '@tablewright/core';
import { distinct, type Place } from '../places.js';
import { type IntentRow, intentsOfEntity } from '../rows/intent-row.js';
import { largest } from '../rows/system-row.js';
import { type Brought, bringTo, readGuardOf, type Target } from './bring-to.js';
import { deleteRows, intentsOf, rowsBeginning } from './intents.js';
import type { Known } from './known.js';
import { lift } from './lift.js';
import { type Primary, readPrimaryOf } from './primary.js';
import { wantedIn } from './targets.js';

export interface Reconciled {
  /** `unknown`: another version of the program recorded them, and only that one knows what they ask for. */
  readonly kind: 'done' | 'unknown';
  /** The operations whose intents were carried out. */
  readonly operations: readonly string[];
}

/** More rounds than different states of one entity may come in between. */
const ROUNDS = { attempts: 50 };

/**
 * Brings what follows from one entity up to date, and then deletes the intents that asked for it. Any number of
 * workers may do so at once, in any order, and again: guards see to it that an older state never overwrites a newer
 * one. For an entity with rows in one partition: 1 request for its intents (none if they were `listed` just now), 1 for
 * its row, 2 for the guard and the rows, and 1 to delete the intents.
 */
export async function reconcile(
  known: Known,
  keys: EntityKeys,
  scope: CallScope,
  listed?: readonly IntentRow[],
): Promise<Reconciled> {
  const { context, derivation } = known;
  for (let round = 1; ; round++) {
    // The intents before the row: so the row tells what all of them led to.
    const intents = round === 1 && listed ? listed : await listIntents(known, keys, scope);
    if (intents.length === 0) return { kind: 'done', operations: [] };
    const foreign = intents.some(({ fingerprint }) => fingerprint !== derivation.fingerprint);
    if (foreign || derivation.state === 'dropping') return { kind: 'unknown', operations: [] };
    if (await carryOut(known, keys, intents, scope)) {
      await deleteRows(context.store, context.table, intents, scope);
      return { kind: 'done', operations: intents.map(({ operation }) => operation) };
    }
    await startOver(context, ROUNDS, round, undefined, scope);
  }
}

async function listIntents(
  { context, derivation }: Known,
  { partitionKey, rowKey }: EntityKeys,
  scope: CallScope,
): Promise<readonly IntentRow[]> {
  const prefix = intentsOfEntity(derivation.name, rowKey);
  const rows = await rowsBeginning(context.store, context.table, partitionKey, prefix, scope);
  return intentsOf(rows).filter(({ row }) => row === rowKey);
}

/** `false`: the entity changed meanwhile, or had to be given another version. */
async function carryOut(
  known: Known,
  keys: EntityKeys,
  intents: readonly IntentRow[],
  scope: CallScope,
): Promise<boolean> {
  const primary = await readPrimaryOf(known, keys, scope);
  const latest = largest(intents.map(({ version }) => version));
  if (primary && primary.version < latest) {
    // Deleted and made again under a clock that is behind: others may still come with the older, larger version.
    await lift(known, keys, primary, latest, undefined, scope);
    return false;
  }
  const version = primary?.version ?? latest;
  for (const place of inOrder(primary, intents)) {
    const target = targetOf(known, keys, place);
    const wanted = wantedIn(known.derivation, primary?.rows ?? [], place.partition, version);
    const brought = await bringTo(target, wanted, scope);
    if (brought.kind === 'done') continue;
    if (primary) {
      await lift(known, keys, primary, brought.guard.version, place, scope);
      return false;
    }
    if (!(await clear(known, keys, target, brought, scope))) return false;
  }
  return true;
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
  if (await readPrimaryOf(known, keys, scope)) return false;
  const now = await readGuardOf(target, scope);
  if (now?.etag !== guard.etag) return false;
  const wanted = wantedIn(known.derivation, [], target.place.partition, guard.version + 1n);
  return (await bringTo(target, wanted, scope)).kind === 'done';
}

export function targetOf({ context, derivation }: Known, keys: EntityKeys, place: Place): Target {
  const { partitionKey, rowKey } = keys;
  const source = { table: context.table, derivation: derivation.name, partitionKey, rowKey };
  return { store: context.store, source, place };
}
