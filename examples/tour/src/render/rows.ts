import { type PhysicalRow, sameRow } from '../physical-rows.js';
import type { RowView } from '../step.js';
import type { Versions } from '../versions.js';
import type { Cell } from './columns.js';
import type { Table } from './table.js';

/** Two readings of the table: cells that differ between them stand out. */
export interface Readings {
  readonly before: readonly PhysicalRow[];
  readonly after: readonly PhysicalRow[];
}

export function rowsOf(view: RowView, rows: readonly PhysicalRow[]): readonly PhysicalRow[] {
  if (view.kind === 'record') return rows.filter(({ rowKey }) => rowKey === view.rowKey);
  const { partition, partitions = '', prefix = '', first } = view;
  return rows
    .filter(({ partitionKey }) => partition === undefined || partitionKey === partition)
    .filter(({ partitionKey }) => partitionKey.startsWith(partitions))
    .filter(({ rowKey }) => rowKey.startsWith(prefix))
    .slice(0, first);
}

export function rowTable(view: RowView, readings: Readings, versions: Versions): Table {
  const rows = rowsOf(view, readings.after);
  return view.kind === 'grid'
    ? gridTable(view, rows, readings.before, versions)
    : recordTable(rows[0]!, versions);
}

/** A line for each row; below the name of a column stands its type. A chosen partition is named once. */
function gridTable(
  { columns, partition }: Extract<RowView, { readonly kind: 'grid' }>,
  rows: readonly PhysicalRow[],
  before: readonly PhysicalRow[],
  versions: Versions,
): Table {
  const typeOf = (column: string) => rows.find((row) => row.columns.has(column))?.columns.get(column)?.type;
  const keys = partition === undefined ? ['PartitionKey', 'RowKey', 'ETag'] : ['RowKey', 'ETag'];
  const below = partition === undefined ? ['', '', ''] : [`of ${partition}`, ''];
  return {
    keep: keys.length,
    header: [
      [...keys, ...columns].map((text) => ({ text, style: 'bold' })),
      [...below, ...columns.map((column) => typeOf(column) ?? '')].map((text) => ({ text, style: 'dim' })),
    ],
    rows: rows.map((row) => {
      const earlier = sameRow(before, row);
      const mark = (text: string, changed: boolean): Cell => ({ text, style: changed ? 'green' : undefined });
      return [
        ...(partition === undefined ? [mark(row.partitionKey, !earlier)] : []),
        mark(row.rowKey, !earlier),
        mark(versions.name(row, row.etag), earlier?.etag !== row.etag),
        ...columns.map((column) => {
          const value = row.columns.get(column)?.value;
          return mark(value ?? '·', earlier?.columns.get(column)?.value !== value);
        }),
      ];
    }),
  };
}

/** A line for each column of one row. */
function recordTable(row: PhysicalRow, versions: Versions): Table {
  const key = (name: string, text: string): Cell[] => [
    { text: name, style: 'cyan' },
    { text: 'String', style: 'dim' },
    { text },
  ];
  return {
    keep: 1,
    header: [['Column', 'Edm type', 'Value'].map((text) => ({ text, style: 'bold' }))],
    rows: [
      key('PartitionKey', row.partitionKey),
      key('RowKey', row.rowKey),
      ...Array.from(row.columns, ([name, { type, value }]): Cell[] => [
        { text: name },
        { text: type, style: 'dim' },
        { text: value },
      ]),
      [{ text: 'ETag', style: 'dim' }, { text: '' }, { text: versions.name(row, row.etag) }],
    ],
  };
}
