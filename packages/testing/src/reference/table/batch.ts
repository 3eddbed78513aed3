import { STATUS_CODES } from 'node:http';
import type { ServiceContext } from '../service-context.js';
import { type InnerRequest, readChangeset } from '../wire/multipart.js';
import { invalidInput, notImplemented, Refusal } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import type { WireRequest } from '../wire/wire-request.js';
import { errorJson } from './error-json.js';
import { MAX_OPERATIONS } from './limits.js';
import { JSON_TYPES, rowAddress, rowMembers } from './metadata.js';
import { type Resource, resourceOf } from './row-address.js';
import type { Table } from './table.js';
import type { Tables } from './tables.js';
import { commitWrite, type PreparedWrite, prepareWrite, type WriteRequest } from './write.js';

/** What a transaction needs to know. */
export interface BatchScope {
  readonly tables: Tables;
  readonly context: ServiceContext;
  readonly account: string;
  /** The account's address. */
  readonly base: string;
}

/** An entity group transaction: all or nothing, and everything is checked before anything is written. */
export function runBatch(request: WireRequest, scope: BatchScope): Reply {
  const parts = readChangeset(request.header('content-type'), request.text());
  if (parts.length === 0) throw invalidInput('The change set is empty.');
  const writes = parts.map((part) => new PartWrite(part, scope.base));
  let index = 0;
  try {
    const table = scope.tables.open(tableOf(writes));
    const prepared: PreparedWrite[] = [];
    const rowKeys = new Set<string>();
    for (; index < writes.length; index++) {
      if (index === MAX_OPERATIONS) {
        throw invalidInput(
          `The batch request operation exceeds the maximum ${MAX_OPERATIONS} changes per change set.`,
        );
      }
      const write = prepareWrite(table, writes[index]!, scope.context);
      checkGroup(write, prepared[0], rowKeys);
      prepared.push(write);
    }
    for (const write of prepared) commitWrite(table, write);
    return reply(
      scope,
      prepared.map((write, at) => partReply(table, write, writes[at]!, scope)),
    );
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const body = errorJson(refusal.code, `${index}:${refusal.message}`, scope.context);
    return reply(scope, [httpPart(refusal.status, [`Content-Type: ${JSON_TYPES.minimal}`], body)]);
  }
}

class PartWrite implements WriteRequest {
  readonly method: string;
  readonly resource: Resource;
  readonly json: string;
  readonly #headers: ReadonlyMap<string, string>;

  constructor({ method, url, headers, body }: InnerRequest, base: string) {
    if (method === 'GET') throw notImplemented('queries inside of a batch');
    const [address] = url.split('?', 1);
    if (!address!.startsWith(`${base}/`)) throw invalidInput('A part has the full address of its entity.');
    this.method = method;
    this.resource = resourceOf(address!.slice(base.length + 1));
    this.json = body;
    this.#headers = headers;
  }

  header(name: string): string | undefined {
    return this.#headers.get(name);
  }
}

/** All parts name the same one. */
function tableOf(writes: readonly PartWrite[]): string {
  const names = writes.map(({ resource }) => ('table' in resource ? resource.table : undefined));
  const [first] = names;
  if (first === undefined) throw invalidInput('A transaction is about entities.');
  if (names.some((name) => name?.toLowerCase() !== first.toLowerCase())) {
    throw invalidInput('All commands in a batch must operate on the same table.');
  }
  return first;
}

function checkGroup(write: PreparedWrite, first: PreparedWrite | undefined, rowKeys: Set<string>): void {
  if (first && first.partitionKey !== write.partitionKey) {
    throw new Refusal(
      400,
      'CommandsInBatchActOnDifferentPartitions',
      'All commands in a batch must operate on same entity group.',
    );
  }
  if (rowKeys.has(write.rowKey)) {
    throw new Refusal(
      400,
      'InvalidDuplicateRow',
      'The batch request contains multiple changes with same row key. An entity can appear only once in a batch request.',
    );
  }
  rowKeys.add(write.rowKey);
}

function partReply(table: Table, { kind, row }: PreparedWrite, part: PartWrite, scope: BatchScope): string {
  const headers = ['X-Content-Type-Options: nosniff', 'Cache-Control: no-cache'];
  if (kind !== 'insert') {
    headers.push('DataServiceVersion: 1.0;');
    if (row) headers.push(`ETag: ${row.etag}`);
    return httpPart(204, headers, '');
  }
  const address = `${scope.base}/${rowAddress({ table: table.name }, row!)}`;
  headers.push(
    'DataServiceVersion: 3.0;',
    `Location: ${address}`,
    `DataServiceId: ${address}`,
    `ETag: ${row!.etag}`,
  );
  if (part.header('prefer') === 'return-no-content') {
    return httpPart(204, ['Preference-Applied: return-no-content', ...headers], '');
  }
  const members = rowMembers(row!, 'minimal', undefined, { ...scope, table: table.name });
  return httpPart(201, [`Content-Type: ${JSON_TYPES.minimal}`, ...headers], `{${members}}`);
}

function httpPart(status: number, headers: readonly string[], body: string): string {
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  const lines = [
    'Content-Type: application/http',
    'Content-Transfer-Encoding: binary',
    '',
    line,
    ...headers,
    '',
    body,
    '',
  ];
  return lines.join('\r\n');
}

function reply({ context }: BatchScope, parts: readonly string[]): Reply {
  const id = context.newId();
  const changeset = `changesetresponse_${id}`;
  const inner = parts.map((part) => `--${changeset}\r\n${part}`).join('');
  return {
    status: 202,
    headers: { 'content-type': `multipart/mixed; boundary=batchresponse_${id}` },
    body:
      `--batchresponse_${id}\r\nContent-Type: multipart/mixed; boundary=${changeset}\r\n\r\n` +
      `${inner}--${changeset}--\r\n--batchresponse_${id}--\r\n`,
  };
}
