import { invalidInput } from '../wire/refusal.js';
import { decoded } from '../wire/wire-request.js';

/** What a path of the table service names. */
export type Resource =
  | { readonly kind: 'batch' | 'tables' }
  | { readonly kind: 'table'; readonly table: string }
  /** `T` or `T()` */
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'row'; readonly table: string; readonly partitionKey: string; readonly rowKey: string };

const ROW = /^([A-Za-z0-9]+)\(PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'\)$/;
const ROWS = /^([A-Za-z0-9]+)(?:\(\))?$/;
const TABLE = /^Tables\('((?:[^']|'')*)'\)$/;

export function resourceOf(encodedPath: string): Resource {
  if (encodedPath === '$batch') return { kind: 'batch' };
  const path = decoded(encodedPath);
  const rows = ROWS.exec(path);
  if (rows) return rows[1] === 'Tables' ? { kind: 'tables' } : { kind: 'rows', table: rows[1]! };
  const row = ROW.exec(path);
  if (row) {
    return { kind: 'row', table: row[1]!, partitionKey: unquoted(row[2]!), rowKey: unquoted(row[3]!) };
  }
  const table = TABLE.exec(path);
  if (table) return { kind: 'table', table: unquoted(table[1]!) };
  throw invalidInput('The address names nothing that this service has.');
}

function unquoted(literal: string): string {
  return literal.includes("'") ? literal.replaceAll("''", "'") : literal;
}
