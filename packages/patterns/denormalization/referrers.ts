import {
  emptyColumns,
  emptyTypes,
  type FoundRows,
  isKeyOf,
  type Lookup,
  nextKeyAfter,
  type OwnRows,
  type Row,
  type StoredRow,
} from '@tablewright/core';
import { ROW_COLUMN } from '../shared/row-column.js';
import type { Compiled } from './compile.js';

/** Between the source's key and the referrer's. Keys of other sources may go on like this: they lead nowhere. */
const SEPARATOR = '  ';

/** The rows to look at for those who refer to a source. */
export function referrerLookups(compiled: Compiled, source: Row, found: FoundRows): readonly Lookup[] {
  const { partitionKey, rowKey } = source;
  const { index, state, referrerPrefix, sides } = compiled;
  // While it is built, entities that are older than the index have no row in it.
  if (index === undefined || state === 'building') {
    if (sides.referrer.model.row.variables.length === 0) return [{ partitionKey, rowKey: referrerPrefix }];
    return [{ partitionKey, from: referrerPrefix, to: nextKeyAfter(referrerPrefix)! }];
  }
  const from = index + rowKey + SEPARATOR;
  const leads = [...found.values()].flatMap((row) => {
    const referrer = row.rowKey.startsWith(from) ? row.columns[ROW_COLUMN] : undefined;
    return typeof referrer === 'string' ? [{ partitionKey, rowKey: referrer }] : [];
  });
  return [{ partitionKey, from, to: nextKeyAfter(from)! }, ...leads];
}

/** Those of the rows that refer to a source. */
export function referrersOf({ sides, link }: Compiled, source: Row, rows: FoundRows): readonly StoredRow[] {
  const { referrer } = sides;
  return [...rows.values()].filter(
    (row) =>
      isKeyOf(referrer.model.row, row.rowKey) &&
      referrer.accepts(row.columns) &&
      link.leadsTo(referrer.upgraded(row), source.rowKey),
  );
}

/** The rows that lead from a source to its referrers. */
export function indexRows(compiled: Compiled, rowPrefix: string): OwnRows {
  const { name, state, link, fingerprint } = compiled;
  const types = Object.assign(emptyTypes(), { [ROW_COLUMN]: 'Edm.String' });
  return {
    kind: 'ownRows',
    name: `${name}Referrers`,
    state,
    fingerprint: `${rowPrefix} ${fingerprint}`,
    rowPrefix,
    columns: link.columns,
    derive(primary) {
      const source = link.sourceOf(primary);
      if (source === undefined) return [];
      const { partitionKey, rowKey } = primary;
      const columns = Object.assign(emptyColumns(), { [ROW_COLUMN]: rowKey });
      return [{ row: { partitionKey, rowKey: rowPrefix + source + SEPARATOR + rowKey, columns, types } }];
    },
    sourceOf({ columns }) {
      const source = columns[ROW_COLUMN];
      return typeof source === 'string' ? source : undefined;
    },
  };
}
