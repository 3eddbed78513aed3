import { type CutRange, FIRST, isOneKey, LAST } from '../ranges/cut-range.js';
import { type Filter, test } from './filter.js';

/** The comparisons that keep a key inside of a range. */
export function keyFilter(column: 'PartitionKey' | 'RowKey', range: CutRange): readonly Filter[] {
  const { from, to } = range;
  const open = from.key === FIRST.key && !from.after;
  // A system row is told by its row key, whatever its partition.
  if (column === 'PartitionKey' && open && to.key === LAST.key) return [];
  if (isOneKey(range)) return [test(column, 'eq', 'Edm.String', from.key)];
  const end = test(column, to.after ? 'le' : 'lt', 'Edm.String', to.key);
  if (open) return [end];
  return [test(column, from.after ? 'gt' : 'ge', 'Edm.String', from.key), end];
}
