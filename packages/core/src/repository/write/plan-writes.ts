import {
  type Change,
  copiedRowsOf,
  type Findings,
  type FoundRows,
  type Lookup,
  lookupsOf,
  type PlannedChange,
  type PlannedOperations,
  planChanges,
  sharedRowsOf,
  type WritePlan,
  withColumns,
} from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import type { Recorded } from '../patterns/index.js';
import { aroundPlan, fitsTransaction, splitterOf } from '../split/index.js';
import type { Image } from './image.js';
import type { PreparedWrite } from './prepared.js';
import { record } from './record.js';
import { asOneChange, changeOf, type Numbered } from './several-writes.js';

/** What some writes do together, worked out over what is stored. */
export interface WorkedOut {
  /** For each write; `undefined`: it has nothing to write. */
  readonly changes: readonly (Change | undefined)[];
  /** One for each entity that is written, whichever and how many writes it takes part in. */
  readonly entities: readonly EntityChange[];
}

export interface EntityChange extends PlannedChange {
  /** What the outbox has in the transaction. */
  readonly recorded?: Recorded | undefined;
}

/** The rows that were read, by the number of the write; `null` where there is none. */
export type Images = ReadonlyMap<number, Image | null>;

const NOTHING_FOUND: Findings = { found: new Map(), missing: new Set(), owned: new Map() };

/** The writes of one row, in their order. */
export type RowWrites = readonly Numbered[];

/** What some writes do, over the rows that were read. Several writes of one row become one change. */
export async function workOut(
  writes: readonly PreparedWrite[],
  images: Images,
  rows: readonly RowWrites[] = byRow(writes),
): Promise<WorkedOut> {
  if (writes.length === 1) {
    const change = await writes[0]!.change(images.get(0));
    return { changes: [change], entities: change ? [entityChange(writes[0]!, change, 0)] : [] };
  }
  const changes = new Array<Change | undefined>(writes.length);
  const entities: EntityChange[] = [];
  for (const row of rows) {
    const { write, item } = row[0]!;
    let change: Change | undefined;
    if (row.length === 1) {
      const changing = changeOf(row[0]!, images.get(item));
      // Most changes are there at once: nothing is awaited for each of a hundred rows.
      change = changes[item] = changing instanceof Promise ? await changing : changing;
    } else {
      const one = await asOneChange(row, images.get(item) ?? null);
      change = one.change;
      one.each.forEach((each, i) => {
        changes[row[i]!.item] = each;
      });
    }
    if (change) entities.push(entityChange(write, change, item));
  }
  return { changes, entities };
}

/** The writes of each row. */
export function byRow(writes: readonly PreparedWrite[]): readonly RowWrites[] {
  if (isAscending(writes)) return writes.map((write, item) => [{ write, item }]);
  const groups = new Map<string, Numbered[]>();
  writes.forEach((write, item) => {
    const group = groups.get(write.keys.rowKey);
    if (group) group.push({ write, item });
    else groups.set(write.keys.rowKey, [{ write, item }]);
  });
  return [...groups.values()];
}

/** Keys that only grow are all different, which is cheaper to see than to look each of them up. */
function isAscending(writes: readonly PreparedWrite[]): boolean {
  for (let at = 1; at < writes.length; at++) {
    if (writes[at]!.keys.rowKey <= writes[at - 1]!.keys.rowKey) return false;
  }
  return true;
}

/** The rows that have to be looked up before the plan can be made. */
export function lookups({ entities }: Pick<WorkedOut, 'entities'>, found?: FoundRows): readonly Lookup[] {
  return entities.some(({ derivations }) => derivations.length > 0) ? lookupsOf(entities, found) : [];
}

/** The names of the rows for which writers of this process take turns. */
export function contestedRows(
  { origin }: RepositoryContext,
  { entities }: Pick<WorkedOut, 'entities'>,
): readonly string[] {
  const shared = entities.some(({ derivations }) => derivations.some(({ kind }) => kind !== 'ownRows'));
  if (!shared) return [];
  const rows = [...sharedRowsOf(entities), ...copiedRowsOf(entities)];
  const names = rows.map(({ partitionKey, rowKey }) => `${origin}\0${partitionKey}\0${rowKey}`);
  return [...new Set(names)];
}

/** The plan that the executor runs, and what it was made of. */
export interface Planned {
  readonly plan: WritePlan;
  /** With the copies of other rows that the entities hold. */
  readonly work: WorkedOut;
}

export function planWrites(
  writes: readonly PreparedWrite[],
  work: WorkedOut,
  findings: Findings = NOTHING_FOUND,
  atOnce = false,
): Planned {
  const { entities } = work;
  const { table } = writes[0]!.context;
  const entity = namesOf(writes);
  const only = entities.length === 1 && writes.length === 1 ? entities[0]! : undefined;
  if (only && only.derivations.length === 0 && !only.split && !only.fed && !only.records) {
    return { plan: { kind: 'write', entity, table, operations: [only.change.primary] }, work };
  }
  const planned = (changes: readonly EntityChange[]): Planned => {
    const operations = planChanges(changes, findings);
    const plan = planOf(operations, writes, { entity, table });
    return { plan, work: withCopies(work, operations.changes) };
  };
  const whole = planned(entities);
  if (atOnce || !only?.split || fitsTransaction(whole.plan, writes[0]!.context)) return whole;
  return planned([{ ...only, split: splitterOf(writes[0]!.context, true) }]);
}

/** What an entity is remembered by is what is stored of it. */
function withCopies(work: WorkedOut, entities: readonly EntityChange[]): WorkedOut {
  const copying = entities.filter(({ change }) => change.copied);
  if (copying.length === 0) return work;
  const changes = [...work.changes];
  for (const { item, change } of copying) changes[item] = change;
  return { changes, entities };
}

function planOf(
  { operations, purposes, split }: PlannedOperations,
  writes: readonly PreparedWrite[],
  place: { readonly entity: string; readonly table: string },
): WritePlan {
  const plan: WritePlan = {
    kind: 'write',
    ...place,
    operations,
    purposes: purposes.map(({ item, role, derivation }) => {
      const { context, verb } = writes[item]!;
      const { name } = context.model;
      if (derivation === undefined) return { item, role, entity: name, verb };
      return { item, role, derivation, entity: name, verb };
    }),
  };
  return split ? { ...plan, ...aroundPlan(split, plan, writes[0]!.context) } : plan;
}

/** What the entities of a plan are called. */
function namesOf(writes: readonly PreparedWrite[]): string {
  const { name } = writes[0]!.context.model;
  if (writes.every(({ context }) => context.model.name === name)) return name;
  return [...new Set(writes.map(({ context }) => context.model.name))].join(', ');
}

/** Derivations see rows of older versions as if the present version had written them, and as they are. */
export function entityChange({ context, keys }: PreparedWrite, change: Change, item: number): EntityChange {
  const { codec, model, patterns } = context;
  const { derivations, deferred, fed } = patterns;
  const { before } = change;
  const upgraded = before && derivations.length + deferred.length > 0 ? codec.upgraded(before) : before;
  const seen = upgraded === before ? change : { ...change, before: upgraded, asStored: before };
  const recorded = record(context, keys, seen);
  // Written out, not spread: a transaction makes a hundred of them, and all look alike to who reads them.
  return {
    entity: model.name,
    item,
    change: recorded ? withColumns(seen, recorded.marks) : seen,
    derivations,
    records: recorded && recorded.operations.length > 0 ? recorded.operations : undefined,
    fed: fed.length > 0 ? fed : undefined,
    split: splitterOf(context),
    recorded,
  };
}
