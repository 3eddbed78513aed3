import type { Cell } from '../../domain/stored-row.js';
import { type Cells, TYPE_SUFFIX } from './cells.js';
import { malformed } from './refusal.js';
import { addressOf, type RowAddress } from './row-address.js';

/** Which row a request writes, and how. */
export interface WriteTarget extends RowAddress {
  readonly kind: 'insert' | 'upsertMerge' | 'upsertReplace';
}

/** One row's write as the service understands it, whichever way a client spells it. */
export interface RowWrite extends WriteTarget {
  readonly columns: Readonly<Record<string, { readonly type: string; readonly value: Cell }>>;
}

const KEYS: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey']);
const TABLE = /^[A-Za-z][A-Za-z0-9]{2,62}$/;

export function writeTarget(method: string, path: string, { PartitionKey, RowKey }: Cells): WriteTarget {
  if (method === 'POST') {
    if (!TABLE.test(path)) throw malformed('an insert goes to a table');
    if (typeof PartitionKey !== 'string' || typeof RowKey !== 'string') {
      throw malformed('an insert has both keys');
    }
    return { kind: 'insert', table: path, partitionKey: PartitionKey, rowKey: RowKey };
  }
  const address = addressOf(path);
  if (!address) throw malformed('the address is not that of a row');
  if (method === 'PATCH') return { kind: 'upsertMerge', ...address };
  if (method === 'PUT') return { kind: 'upsertReplace', ...address };
  throw malformed(`${method} is no write that the stub knows`);
}

/** A form that can be compared: without the keys in the body, and every cell with its type. */
export function rowWrite(target: WriteTarget, cells: Cells): RowWrite {
  const columns: Record<string, { type: string; value: Cell }> = {};
  for (const [name, cell] of Object.entries(cells)) {
    if (KEYS.has(name) || name.endsWith(TYPE_SUFFIX)) continue;
    const type = String(cells[name + TYPE_SUFFIX] ?? plainType(cell));
    columns[name] = { type, value: canonicalValue(type, cell) };
  }
  return { ...target, columns };
}

function plainType(cell: Cell): string {
  if (typeof cell === 'string') return 'Edm.String';
  if (typeof cell === 'boolean') return 'Edm.Boolean';
  return Number.isInteger(cell) ? 'Edm.Int32' : 'Edm.Double';
}

function canonicalValue(type: string, cell: Cell): Cell {
  if (type === 'Edm.Double') return Number(cell);
  if (type === 'Edm.DateTime') return new Date(String(cell)).toISOString();
  return cell;
}
