import { type CutRange, FIRST, isOneKey, LAST } from '../ranges/cut-range.js';
import { type Filter, type FilterOperator, test } from './filter.js';

type KeyColumn = 'PartitionKey' | 'RowKey';

/** One comparison of a key. */
export function keyTest(column: KeyColumn, operator: FilterOperator, key: string): Filter {
  return test(column, operator, 'Edm.String', key);
}

/** The comparisons that keep a key inside of a range. */
export function keyFilter(column: KeyColumn, range: CutRange): readonly Filter[] {
  const { from, to } = range;
  const open = from.key === FIRST.key && !from.after;
  // A system row is told by its row key, whatever its partition.
  if (column === 'PartitionKey' && open && to.key === LAST.key) return [];
  if (isOneKey(range)) return [keyTest(column, 'eq', from.key)];
  const end = keyTest(column, to.after ? 'le' : 'lt', to.key);
  if (open) return [end];
  return [keyTest(column, from.after ? 'gt' : 'ge', from.key), end];
}
