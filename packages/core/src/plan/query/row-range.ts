import type { ScanPlan } from './query-plan.js';

export interface RowRange {
  readonly entity: string;
  readonly table: string;
  /** Left out: all partitions. */
  readonly partitionKey?: string;
  /** The first RowKey, and the first one that is too far. */
  readonly from?: string;
  readonly to?: string;
  readonly select?: readonly string[];
}

/** Lists rows by their keys alone, whatever they hold. */
export function scanRows({ entity, table, partitionKey, from, to, select }: RowRange): ScanPlan {
  const bounds = [
    ...(partitionKey === undefined ? [] : [`PartitionKey eq ${quoted(partitionKey)}`]),
    ...(from === undefined || from === '' ? [] : [`RowKey ge ${quoted(from)}`]),
    ...(to === undefined ? [] : [`RowKey lt ${quoted(to)}`]),
  ];
  return {
    kind: 'scan',
    entity,
    table,
    ...(bounds.length > 0 && { filter: bounds.join(' and ') }),
    ...(partitionKey !== undefined && { partitionKey }),
    ...(select && { select }),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
