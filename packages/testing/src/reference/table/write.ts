import type { ServiceContext } from '../service-context.js';
import { invalidInput, notImplemented, Refusal } from '../wire/refusal.js';
import type { Cell } from './edm.js';
import { checkEntity, checkKey } from './limits.js';
import { readEntity } from './read-entity.js';
import { Row } from './row.js';
import type { Resource } from './row-address.js';
import type { Table } from './table.js';

/** One write, in a request of its own or in a part of a transaction. */
export interface WriteRequest {
  readonly method: string;
  readonly resource: Resource;
  readonly json: string;
  header(name: string): string | undefined;
}

/** A write that would succeed: nothing has changed yet. */
export interface PreparedWrite {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly partitionKey: string;
  readonly rowKey: string;
  /** What will be stored; `undefined` for a delete. */
  readonly row: Row | undefined;
}

const ETAG = /^W\/"[^"]+"$/;
const NO_CELLS: ReadonlyMap<string, Cell> = new Map();

/** Checks everything about a write. */
export function prepareWrite(table: Table, write: WriteRequest, context: ServiceContext): PreparedWrite {
  const { resource } = write;
  const method = methodOf(write);
  if (write.header('if-none-match') !== undefined) {
    throw invalidInput('If-None-Match HTTP header cannot be specified.');
  }
  if (resource.kind === 'rows' && method === 'POST') return prepareInsert(table, write.json, context);
  if (resource.kind !== 'row')
    throw new Refusal(405, 'MethodNotAllowed', 'The resource takes no such write.');
  const { partitionKey, rowKey } = resource;
  const ifMatch = ifMatchOf(write);
  switch (method) {
    case 'DELETE':
      if (ifMatch === undefined) {
        throw new Refusal(400, 'MissingRequiredHeader', 'A delete needs an If-Match header.');
      }
      existing(table, partitionKey, rowKey, ifMatch);
      return { kind: 'delete', partitionKey, rowKey, row: undefined };
    case 'PUT':
    case 'PATCH':
    case 'MERGE':
      return prepareUpdate(table, write.json, partitionKey, rowKey, ifMatch, method !== 'PUT', context);
    default:
      throw new Refusal(405, 'MethodNotAllowed', 'The entity takes no such request.');
  }
}

export function commitWrite(table: Table, write: PreparedWrite): void {
  if (write.row) table.put(write.row);
  else table.remove(write);
}

function methodOf(write: WriteRequest): string {
  const other = write.method === 'POST' ? write.header('x-http-method') : undefined;
  if (other === undefined) return write.method;
  if (other === 'MERGE' || other === 'PATCH' || other === 'PUT' || other === 'DELETE') return other;
  throw notImplemented(`X-HTTP-Method: ${other}`);
}

function ifMatchOf(write: WriteRequest): string | undefined {
  const ifMatch = write.header('if-match');
  if (ifMatch === undefined || ifMatch === '*' || ETAG.test(ifMatch)) return ifMatch;
  throw invalidInput('The etag value specified in one of the request headers is not valid.');
}

function prepareInsert(table: Table, json: string, context: ServiceContext): PreparedWrite {
  const { partitionKey, rowKey, cells, sizeBound } = readEntity(json);
  if (partitionKey === undefined || rowKey === undefined) {
    throw new Refusal(
      400,
      'PropertiesNeedValue',
      'The values are not specified for all properties in the entity.',
    );
  }
  if (table.get(partitionKey, rowKey)) {
    throw new Refusal(409, 'EntityAlreadyExists', 'The specified entity already exists.');
  }
  const row = checkedRow(partitionKey, rowKey, cells, sizeBound, context);
  return { kind: 'insert', partitionKey, rowKey, row };
}

function prepareUpdate(
  table: Table,
  json: string,
  partitionKey: string,
  rowKey: string,
  ifMatch: string | undefined,
  merge: boolean,
  context: ServiceContext,
): PreparedWrite {
  const sent = readEntity(json);
  if ((sent.partitionKey ?? partitionKey) !== partitionKey || (sent.rowKey ?? rowKey) !== rowKey) {
    throw invalidInput('The keys in the body are not those of the address.');
  }
  const before =
    ifMatch === undefined ? table.get(partitionKey, rowKey) : existing(table, partitionKey, rowKey, ifMatch);
  const kept = merge && before ? before : undefined;
  const cells = kept ? merged(kept.cells, sent.cells) : sent.cells;
  const row = checkedRow(partitionKey, rowKey, cells, sent.sizeBound + (kept?.sizeBound ?? 0), context);
  return { kind: 'update', partitionKey, rowKey, row };
}

function merged(before: ReadonlyMap<string, Cell>, sent: ReadonlyMap<string, Cell>): Map<string, Cell> {
  const cells = new Map(before.size > 0 ? before : NO_CELLS);
  for (const [name, cell] of sent) cells.set(name, cell);
  return cells;
}

function checkedRow(
  partitionKey: string,
  rowKey: string,
  cells: ReadonlyMap<string, Cell>,
  sizeBound: number,
  context: ServiceContext,
): Row {
  checkKey('PartitionKey', partitionKey);
  checkKey('RowKey', rowKey);
  const bound = sizeBound + 2 * (partitionKey.length + rowKey.length);
  checkEntity(partitionKey, rowKey, cells, bound);
  return new Row(partitionKey, rowKey, context.timestamp(), cells, bound);
}

/** The row that is there, in the version that the client expects. */
function existing(table: Table, partitionKey: string, rowKey: string, ifMatch: string): Row {
  const row = table.get(partitionKey, rowKey);
  if (!row) throw new Refusal(404, 'ResourceNotFound', 'The specified resource does not exist.');
  if (ifMatch !== '*' && ifMatch !== row.etag) {
    throw new Refusal(
      412,
      'UpdateConditionNotSatisfied',
      'The update condition specified in the request was not satisfied.',
    );
  }
  return row;
}
