import {
  type Change,
  type DeferredDerivation,
  type EntityKeys,
  LimitError,
  type Row,
  sameRow,
  unlessUnfit,
} from '@tablewright/core';
import { upkeepOf } from './upkeep/upkeep.js';

/** Rows of other partitions, or of another table, that exist because an entity exists. */
export interface DeferredRows extends DeferredDerivation {
  readonly kind: 'deferred';
  /** The table of the rows, in which `{table}` stands for that of the entities; `undefined`: that one itself. */
  readonly table: string | undefined;
  intent(change: Change): { readonly partitions: readonly string[] } | undefined;
  /**
   * The rows that must exist, each under a key that no other entity makes. Pure. Throws a KeyValueError or
   * KeyTooLongError for values that no key holds: such an entity is not written.
   */
  derive(primary: Row): readonly Row[];
  /** All its row keys begin with this text. In the entity's own table no others do. */
  readonly rowPrefix: string;
  /** The primary row of which a row was made; `undefined` when the row does not tell. */
  sourceOf(row: Row): EntityKeys | undefined;
}

/** What a pattern says of its rows. */
export interface DeferredRowsParts extends Omit<DeferredRows, 'kind' | 'intent' | 'upkeep'> {
  readonly entity: string;
}

/** The rows of one partition are written in one transaction with their guard. */
const MOST_ROWS = 98;

/** A derivation whose rows an outbox brings to other partitions. */
export function deferredRows(parts: DeferredRowsParts): DeferredRows {
  const { name, state, fingerprint, table, rowPrefix, derive, sourceOf } = parts;
  const self: DeferredRows = {
    kind: 'deferred',
    name,
    state,
    fingerprint,
    table,
    rowPrefix,
    derive,
    sourceOf,
    intent({ before, after }) {
      const old = before ? unlessUnfit(() => derive(before)) : [];
      const wanted = after ? derive(after) : [];
      checkCounts(parts, wanted);
      const changed = after !== undefined && before !== undefined ? !sameRows(old, wanted) : true;
      if (!changed || old.length + wanted.length === 0) return undefined;
      // The new ones first: whoever reads meanwhile finds the entity twice rather than not at all.
      const partitions = new Set([...wanted, ...old].map(({ partitionKey }) => partitionKey));
      return { partitions: [...partitions] };
    },
    upkeep: upkeepOf(() => self),
  };
  return self;
}

export function isDeferredRows(derivation: DeferredDerivation): derivation is DeferredRows {
  return derivation.kind === 'deferred' && 'derive' in derivation;
}

function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
  const key = ({ partitionKey, rowKey }: Row) => `${partitionKey}\0${rowKey}`;
  const others = new Map(b.map((row) => [key(row), row]));
  return (
    a.length === b.length &&
    a.every((row) => {
      const other = others.get(key(row));
      return other !== undefined && sameRow(row, other);
    })
  );
}

function checkCounts({ entity, name }: DeferredRowsParts, rows: readonly Row[]): void {
  if (rows.length <= MOST_ROWS) return;
  const counts = new Map<string, number>();
  for (const { partitionKey } of rows) counts.set(partitionKey, (counts.get(partitionKey) ?? 0) + 1);
  const actual = Math.max(...counts.values());
  if (actual <= MOST_ROWS) return;
  throw new LimitError(
    `${entity}: '${name}' would have ${actual} rows in one partition, and an entity may have ${MOST_ROWS}. Spread them over partitions, or give the entity fewer values.`,
    { limit: 'TRANSACTION_OPERATIONS', most: MOST_ROWS, actual },
  );
}
