import {
  type CallScope,
  emptyColumns,
  emptyTypes,
  hasCode,
  type Row,
  type RowOperation,
  type ServiceError,
  startOver,
  type TableStore,
} from '@tablewright/core';
import type { Place } from '../places.js';
import {
  type Guard,
  guardKey,
  guardRow,
  readGuard,
  type Source,
  type StoredGuard,
} from '../rows/guard-row.js';
import type { Presence } from './primary.js';
import { sendTogether } from './send-together.js';
import { standingOf } from './standing.js';
import { atVersion, type Wanted } from './targets.js';

/** Where the rows of a source are to be brought to what it wants. */
export interface Target {
  readonly store: TableStore;
  readonly source: Source;
  readonly place: Place;
  /** A guard that cannot be read is one of no version and no rows, rather than a failure. */
  readonly mending?: boolean;
  /**
   * What is there of the entity now. Asked after the guard was read, where nothing of the entity is to be left: it may
   * have been deleted and made again, with a smaller version because a clock is behind, or with a larger one that
   * another derivation lifted it to. Then it is either seen, or finds what is written here.
   */
  readonly presence?: () => Promise<Presence>;
}

/**
 * `done`: the partition is at this version, or was already. `ahead`: its guard is at a later version, or at the same
 * one with other rows. `overtaken`: the entity is at another version than what was wanted. Nothing was changed
 * then.
 */
export type Brought =
  | { readonly kind: 'done' }
  | { readonly kind: 'ahead'; readonly guard: StoredGuard }
  | { readonly kind: 'overtaken' };

const DONE: Brought = { kind: 'done' };
/** Others may come with other states of the same entity, but there are never many of them. */
const ATTEMPTS = { attempts: 30 };

/**
 * Brings one partition to what an entity wants at one version: 2 requests, to read the guard and to write it with its
 * rows; 3 where it wants none, for the entity is looked for again. `fresh`: there is probably no guard yet, so that it
 * need not be read first: 1 request then. 1 more for each row that was to be taken away and is not there.
 */
export async function bringTo(
  target: Target,
  wanted: Wanted,
  scope: CallScope,
  fresh = false,
): Promise<Brought> {
  const missing = new Set<string>();
  let guard = fresh ? undefined : await readGuardOf(target, scope);
  for (let attempt = 1; ; attempt++) {
    const standing = standingOf(guard, wanted);
    if (standing === 'there') return DONE;
    if (standing === 'ahead') return { kind: 'ahead', guard: guard! };
    const clears = wanted.rows.length === 0 || (guard && guard.entity !== wanted.entity);
    const presence = clears ? await target.presence?.() : undefined;
    if (typeof presence === 'bigint' && presence !== wanted.version) return { kind: 'overtaken' };
    if (guard && isOfAnother(guard, target, presence)) return DONE;
    const knownMissing = missing.size;
    try {
      await write(target, guard, wanted, missing, scope);
      return DONE;
    } catch (error) {
      if (!isRace(error)) throw error;
      // Nobody was faster where a row turned out missing: each of them does so once.
      if (missing.size > knownMissing) attempt -= 1;
      else await startOver(raceOf(target), ATTEMPTS, attempt, error, scope);
    }
    const before = guard?.etag;
    guard = await readGuardOf(target, scope);
    // Whoever changed the guard may have put back what was missing.
    if (guard?.etag !== before) missing.clear();
  }
}

/** For the error of one who is never fast enough. */
function raceOf({ store, source }: Target) {
  return { store, model: { name: source.derivation } };
}

/**
 * Whether what is guarded was made from an entity of another class that has taken the place of this one. That one's own
 * intents look after it.
 */
export function isOfAnother(guard: StoredGuard, { source }: Target, presence: Presence | undefined): boolean {
  return presence === 'another' && guard.entity !== source.entity;
}

export async function readGuardOf(
  { store, source, place, mending }: Target,
  scope: CallScope,
): Promise<StoredGuard | undefined> {
  const plan = {
    kind: 'pointRead',
    entity: source.derivation,
    table: place.table,
    partitionKey: place.partition,
    rowKey: guardKey(source),
  } as const;
  const row = await store.readTyped(plan, scope);
  try {
    return row && readGuard(row);
  } catch (error) {
    if (!mending || !hasCode(error, 'STORED_VALUE_INVALID')) throw error;
    return { entity: '', version: -1n, fingerprint: '', keys: [], digest: '', etag: row!.etag };
  }
}

/** The guard and its rows, in one transaction; before it, as many as necessary that only take rows away. */
async function write(
  target: Target,
  guard: StoredGuard | undefined,
  wanted: Wanted,
  missing: Set<string>,
  scope: CallScope,
): Promise<void> {
  const { store, place } = target;
  const keys = wanted.rows.map(({ rowKey }) => rowKey);
  const unwanted = (guard?.keys ?? []).filter((key) => !keys.includes(key));
  const gone = unwanted.filter((key) => !missing.has(key)).map((key) => removal(place.partition, key));
  const room = store.limits.transactionOperations - 1 - keys.length;
  const send = async (head: RowOperation, rows: readonly RowOperation[]) => {
    try {
      return await sendTogether(target, head, rows, scope);
    } catch (error) {
      // A row that was to go is not there: another program took it. The next attempt leaves it out.
      const { index = 0 } = hasCode(error, 'ENTITY_NOT_FOUND') ? (error as ServiceError).details : {};
      const operation = rows[index - 1];
      if (operation?.kind === 'delete') missing.add(operation.row.rowKey);
      throw error;
    }
  };
  let etag = guard?.etag;
  let left = guard?.keys ?? [];
  while (guard && gone.length > room) {
    // Still the old version: nobody may take what is half done for what the entity wants.
    const leaving = gone.splice(0, store.limits.transactionOperations - 1);
    const taken = new Set(leaving.map(({ row }) => row.rowKey));
    left = left.filter((key) => !taken.has(key));
    const renewed = await send(guarded(target, { ...guard, keys: left, digest: '' }, etag), leaving);
    if (renewed === undefined) return write(target, await readGuardOf(target, scope), wanted, missing, scope);
    etag = renewed;
  }
  const [next, ...puts] = together(target, wanted, etag);
  await send(next, [...puts, ...gone]);
}

/** What is written when nothing has to go: the guard first. */
export function together(
  target: Target,
  wanted: Wanted,
  etag: string | undefined,
): readonly [RowOperation, ...RowOperation[]] {
  const { version, rows } = wanted;
  const keys = rows.map(({ rowKey }) => rowKey);
  const puts = rows.map((row): RowOperation => ({ kind: 'upsertReplace', row: atVersion(row, version) }));
  return [guarded(target, { ...wanted, keys }, etag), ...puts];
}

function guarded({ source, place }: Target, guard: Guard, etag: string | undefined): RowOperation {
  const row = guardRow(place.partition, source, guard);
  return etag === undefined ? { kind: 'insert', row } : { kind: 'replace', row, ifMatch: etag };
}

export function removal(partitionKey: string, rowKey: string, ifMatch = '*'): RowOperation & { row: Row } {
  const row = { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() };
  return { kind: 'delete', row, ifMatch };
}

/** Somebody else was there, or nobody knows: what is stored decides. */
export function isRace(error: unknown): boolean {
  return ['ENTITY_EXISTS', 'ENTITY_CHANGED', 'ENTITY_NOT_FOUND', 'OUTCOME_UNKNOWN'].some((code) =>
    hasCode(error, code),
  );
}
