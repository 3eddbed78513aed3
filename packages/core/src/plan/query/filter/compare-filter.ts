import type { PropertyCodec } from '../../../codec/index.js';
import { formatTicks, parseTicks, TICKS_PER_MILLISECOND } from '../../../edm/index.js';
import type { Compare } from '../condition.js';
import { nextAfter } from '../ranges/next-after.js';
import { type Filter, type FilterOperator, test } from './filter.js';
import { plainDouble } from './literal.js';

/** A filter that lets through every row that satisfies a condition. */
export interface Translated {
  readonly filter: Filter;
  /** It lets no other row through. */
  readonly exact: boolean;
}

/** The filter of one comparison of a stored column; undefined where none is a superset of its meaning. */
export function compareFilter(property: PropertyCodec, leaf: Compare): Translated | undefined {
  const { kind, convert, column, edm } = property.model;
  const { comparison, value } = leaf;
  if (comparison === 'ne' || comparison === 'contains') return undefined;
  if (comparison === 'startsWith') {
    return convert === undefined ? startFilter(column, String(value)) : undefined;
  }
  // The order of converted values is not that of what is stored for them.
  if (convert !== undefined && comparison !== 'eq') return undefined;
  const cell = property.encodePresent(value);
  const plain = test(column, comparison, edm, cell);
  switch (kind) {
    case 'dateTime':
      return { filter: dateTimeFilter(column, comparison, String(cell)), exact: true };
    case 'ticks':
      return { filter: test(column, LOOSE[comparison], edm, cell), exact: false };
    case 'double':
      if (plainDouble(Number(cell)) === undefined) return undefined;
      // Where a stored NaN stands in the order is nowhere written.
      return { filter: plain, exact: comparison === 'eq' };
    case 'guid':
      return comparison === 'eq' ? { filter: plain, exact: true } : undefined;
    default:
      return { filter: plain, exact: true };
  }
}

/** The emulator compares only milliseconds, so that within one of them everything counts as equal. */
const LOOSE: Readonly<Record<FilterOperator, FilterOperator>> = {
  eq: 'eq',
  lt: 'le',
  le: 'le',
  gt: 'ge',
  ge: 'ge',
};

/** A Date is a whole millisecond, whatever finer digits another writer stored. */
function dateTimeFilter(column: string, operator: FilterOperator, cell: string): Filter {
  const ticks = parseTicks(cell)!;
  const at = (asked: FilterOperator, time: bigint) => test(column, asked, 'Edm.DateTime', formatTicks(time));
  const last = ticks + TICKS_PER_MILLISECOND - 1n;
  if (operator === 'eq') return { kind: 'all', parts: [at('ge', ticks), at('le', last)] };
  return at(operator, operator === 'le' || operator === 'gt' ? last : ticks);
}

function startFilter(column: string, start: string): Translated {
  const from = test(column, 'ge', 'Edm.String', start);
  const end = nextAfter(start);
  if (end === undefined) return { filter: from, exact: true };
  return { filter: { kind: 'all', parts: [from, test(column, 'lt', 'Edm.String', end)] }, exact: true };
}
