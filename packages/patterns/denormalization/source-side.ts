import {
  type Change,
  checkWritable,
  type EmbeddedCopies,
  emptyColumns,
  type Row,
  type Spread,
  type StoredRow,
} from '@tablewright/core';
import type { Compiled } from './compile.js';
import type { Values } from './copies.js';
import { StillReferredToError } from './errors.js';
import { referrerLookups, referrersOf } from './referrers.js';

/** The source's side: what changes on it changes on all who refer to it, and it does not go while they do. */
export function sourceSide(compiled: Compiled): EmbeddedCopies {
  const { name, state, fingerprint, copies } = compiled;
  return {
    kind: 'embeddedCopies',
    name: `${name}Source`,
    state,
    fingerprint,
    columns: copies.sourceColumns,
    lookups(change, found) {
      return concernsReferrers(compiled, change) ? referrerLookups(compiled, change.primary.row, found) : [];
    },
    embed: () => undefined,
    spread(change, found) {
      if (!concernsReferrers(compiled, change)) return [];
      const referrers = referrersOf(compiled, change.primary.row, found);
      if (!change.after) return onDelete(compiled, referrers);
      const values = copies.from(change.after);
      return referrers
        .filter((row) => !copies.isSame(row, values))
        .map((row) => withValues(compiled, row, values));
    },
  };
}

/** Nobody can refer to what is not there yet; only while it is built there may be such. */
function concernsReferrers({ state, copies }: Compiled, { before, after, anew }: Change): boolean {
  if (!before) return state === 'building' && after !== undefined;
  if (!after || anew) return true;
  return !sameValues(copies.sourceColumns, before, after);
}

function sameValues(columns: readonly string[], before: Row, after: Row): boolean {
  return columns.every((column) => before.columns[column] === after.columns[column]);
}

function onDelete(compiled: Compiled, referrers: readonly StoredRow[]): readonly Spread[] {
  const { name, sides, copies, link } = compiled;
  if (referrers.length === 0) return [];
  if (compiled.onDelete === 'refuse') {
    throw new StillReferredToError(sides.source.model.name, name, referrers.length);
  }
  const cleared = { ...copies.none, removed: [...copies.columns, ...link.columns] };
  return referrers.map((row) => withValues(compiled, row, cleared));
}

/** A row of an older version is brought to the present one: copies among its old columns could not be read. */
function withValues({ sides: { referrer } }: Compiled, row: StoredRow, values: Values): Spread {
  checkWritable(referrer, row.columns);
  const { columns } = referrer.upgraded(row);
  if (columns === row.columns) return { row, ...values };
  const target = Object.assign(emptyColumns(), columns, values.columns);
  for (const column of values.removed) delete target[column];
  const dropped = Object.keys(row.columns).filter((column) => target[column] === undefined);
  return { row, columns: target, types: { ...row.types, ...referrer.model.types }, removed: dropped };
}
