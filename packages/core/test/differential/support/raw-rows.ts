import type { TableClient } from '@azure/data-tables';
import type { Cells } from './cells.js';

/** Fields that every row has, and that say nothing about what was stored. */
const NOT_COLUMNS = new Set(['partitionKey', 'rowKey', 'timestamp', 'etag', 'odata.metadata', 'odata.etag']);

/** A row's columns with their types, as the official client sees them without any conversion. */
export async function rawCells(table: TableClient, partitionKey: string, rowKey: string): Promise<Cells> {
  let body = '';
  const row = await table.getEntity(partitionKey, rowKey, {
    disableTypeConversion: true,
    onResponse: (response) => {
      body = response.bodyAsText ?? '';
    },
  });
  return cells(row, numbersIn(body) as Record<string, unknown>);
}

/** All rows of a table, by both keys. */
export async function rawTable(table: TableClient): Promise<Record<string, Cells>> {
  const rows: Record<string, Cells> = {};
  let body = '';
  const pages = table
    .listEntities({
      disableTypeConversion: true,
      onResponse: (response) => {
        body = response.bodyAsText ?? '';
      },
    })
    .byPage();
  for await (const page of pages) {
    const { value } = numbersIn(body) as { value: Record<string, unknown>[] };
    page.forEach((row, index) => {
      rows[JSON.stringify([row.partitionKey, row.rowKey])] = cells(row, value[index]!);
    });
  }
  return rows;
}

function cells(row: object, body: Record<string, unknown>): Cells {
  const found: Cells = {};
  for (const [name, cell] of Object.entries(row) as [string, Cells[string]][]) {
    if (NOT_COLUMNS.has(name)) continue;
    // The client takes a whole double for an integer; on the wire its decimal point tells.
    const isDouble = cell.type === 'Int32' && /[.eE]/.test(String(body[name]));
    found[name] = isDouble ? { type: 'Double', value: cell.value } : cell;
  }
  return found;
}

/** Parses JSON with numbers as the text that they were sent as. */
function numbersIn(json: string): unknown {
  const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return JSON.parse(json.replace(token, (text) => (text.startsWith('"') ? text : `"${text}"`)));
}
