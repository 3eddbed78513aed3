import type { KeyRange } from '../table.js';
import type { Filter } from './ast.js';

interface Bounds {
  from: string;
  to: string | undefined;
}

/** Everything. */
export const WHOLE: KeyRange = { partitionFrom: '', partitionTo: undefined, rowFrom: '', rowTo: undefined };

/** Where rows may lie that fit a filter, judged by what all of them have to fulfil. */
export function keyRangeOf(filter: Filter): KeyRange {
  const partition: Bounds = { from: '', to: undefined };
  const row: Bounds = { from: '', to: undefined };
  narrow(filter, { PartitionKey: partition, RowKey: row });
  return { partitionFrom: partition.from, partitionTo: partition.to, rowFrom: row.from, rowTo: row.to };
}

function narrow(filter: Filter, keys: Readonly<Record<string, Bounds>>): void {
  if (filter.kind === 'and') {
    narrow(filter.left, keys);
    narrow(filter.right, keys);
  } else if (filter.kind === 'compare' && Object.hasOwn(keys, filter.name)) {
    const { by, literal, name } = filter;
    const bounds = keys[name]!;
    const { value } = literal;
    if (typeof value !== 'string' || by === 'ne') return;
    if (by !== 'lt' && by !== 'le' && value > bounds.from) bounds.from = value;
    if (by !== 'gt' && by !== 'ge' && (bounds.to === undefined || value < bounds.to)) bounds.to = value;
  }
}
