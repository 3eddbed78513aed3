import { type Edm, RestError, type TableClient } from '@azure/data-tables';

export interface PhysicalCell {
  readonly type: string;
  readonly value: string;
}

/** A row as any client of the service sees it. */
export interface PhysicalRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly etag: string;
  readonly columns: ReadonlyMap<string, PhysicalCell>;
}

const NOT_COLUMNS: ReadonlySet<string> = new Set(['etag', 'partitionKey', 'rowKey', 'timestamp']);

/** Every row of a table, read by the official client. A table that does not exist has none. */
export async function readPhysicalRows(table: TableClient): Promise<readonly PhysicalRow[]> {
  const rows: PhysicalRow[] = [];
  try {
    for await (const entity of table.listEntities({ disableTypeConversion: true })) {
      const { partitionKey = '', rowKey = '', etag } = entity;
      rows.push({ partitionKey, rowKey, etag, columns: columnsOf(entity) });
    }
  } catch (error) {
    if (!(error instanceof RestError && error.statusCode === 404)) throw error;
  }
  return rows;
}

function columnsOf(entity: object): Map<string, PhysicalCell> {
  const columns = new Map<string, PhysicalCell>();
  for (const [name, cell] of Object.entries(entity) as [string, Edm<'String'>][]) {
    if (!NOT_COLUMNS.has(name)) columns.set(name, { type: cell.type, value: cell.value });
  }
  return columns;
}

/** Finds the same row in an earlier reading. */
export function sameRow(rows: readonly PhysicalRow[], row: PhysicalRow): PhysicalRow | undefined {
  return rows.find(({ partitionKey, rowKey }) => partitionKey === row.partitionKey && rowKey === row.rowKey);
}

export function sameRows(before: readonly PhysicalRow[], after: readonly PhysicalRow[]): boolean {
  return before.length === after.length && after.every((row) => sameRow(before, row)?.etag === row.etag);
}
