import type { ServiceContext } from '../service-context.js';
import { invalidInput, notImplemented, Refusal } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import type { WireRequest } from '../wire/wire-request.js';
import { runBatch } from './batch.js';
import { continuationHeaders } from './continuation.js';
import { errorJson } from './error-json.js';
import { MAX_BODY_BYTES } from './limits.js';
import { JSON_TYPES, metadataOf, type Origin, rowAddress, rowMembers } from './metadata.js';
import type { Paging } from './paging.js';
import { queryRows, selectOf } from './query.js';
import type { Row } from './row.js';
import { type Resource, resourceOf } from './row-address.js';
import { listTables, tableReply } from './table-list.js';
import { Tables } from './tables.js';
import { commitWrite, prepareWrite } from './write.js';

type RowsResource = Extract<Resource, { readonly kind: 'rows' }>;
type RowResource = Extract<Resource, { readonly kind: 'row' }>;

/** The table service of one account. */
export class TableService {
  readonly tables: Tables;
  readonly #context: ServiceContext;
  readonly #base: string;
  readonly #account: string;
  readonly #paging: Paging;

  constructor(context: ServiceContext, base: string, account: string, paging: Paging) {
    this.tables = new Tables(context);
    this.#context = context;
    this.#base = base;
    this.#account = account;
    this.#paging = paging;
  }

  answer(request: WireRequest): Reply {
    if (request.length > MAX_BODY_BYTES) {
      throw new Refusal(
        413,
        'RequestBodyTooLarge',
        'The request body is too large and exceeds the maximum permissible limit.',
      );
    }
    if (request.parameter('comp') !== undefined) throw notImplemented(`comp=${request.parameter('comp')}`);
    const resource = resourceOf(request.path);
    switch (resource.kind) {
      case 'row':
        return request.method === 'GET' ? this.#get(resource, request) : this.#write(resource, request);
      case 'rows':
        return request.method === 'GET' ? this.#query(resource, request) : this.#write(resource, request);
      case 'batch':
        return this.#batch(request);
      default:
        return this.#table(resource, request);
    }
  }

  refuse({ status, code, message }: Refusal): Reply {
    const headers = { 'content-type': JSON_TYPES.minimal, 'x-ms-error-code': code };
    return { status, headers, body: errorJson(code, message, this.#context) };
  }

  #get({ table: name, partitionKey, rowKey }: RowResource, request: WireRequest): Reply {
    const table = this.tables.open(name);
    const row = table.get(partitionKey, rowKey);
    if (!row) throw new Refusal(404, 'ResourceNotFound', 'The specified resource does not exist.');
    return this.#entity(row, table.name, request, 200);
  }

  #entity(row: Row, table: string, request: WireRequest, status: number): Reply {
    const metadata = metadataOf(request);
    const members = rowMembers(row, metadata, selectOf(request), this.#origin(table));
    const head = metadata === 'none' ? '' : `"odata.metadata":"${this.#base}/$metadata#${table}/@Element",`;
    return {
      status,
      headers: { 'content-type': JSON_TYPES[metadata], etag: row.etag },
      body: `{${head}${members}}`,
    };
  }

  #query({ table: name }: RowsResource, request: WireRequest): Reply {
    const table = this.tables.open(name);
    const metadata = metadataOf(request);
    const select = selectOf(request);
    const { rows, next } = queryRows(table, request, this.#paging);
    const origin = this.#origin(table.name);
    let texts = '';
    for (const row of rows) {
      texts += `${texts === '' ? '' : ','}{${rowMembers(row, metadata, select, origin)}}`;
    }
    const head = metadata === 'none' ? '' : `"odata.metadata":"${this.#base}/$metadata#${table.name}",`;
    return {
      status: 200,
      headers: { 'content-type': JSON_TYPES[metadata], ...continuationHeaders(next) },
      body: `{${head}"value":[${texts}]}`,
    };
  }

  #write(resource: RowsResource | RowResource, request: WireRequest): Reply {
    const table = this.tables.open(resource.table);
    const { method } = request;
    const write = { method, resource, json: request.text(), header: (name: string) => request.header(name) };
    const prepared = prepareWrite(table, write, this.#context);
    commitWrite(table, prepared);
    const { kind, row } = prepared;
    if (kind !== 'insert') return { status: 204, headers: row ? { etag: row.etag } : {} };
    const location = `${this.#base}/${rowAddress({ table: table.name }, row!)}`;
    if (request.header('prefer') === 'return-no-content') {
      const headers = {
        etag: row!.etag,
        location,
        dataserviceid: location,
        'preference-applied': 'return-no-content',
      };
      return { status: 204, headers };
    }
    const reply = this.#entity(row!, table.name, request, 201);
    return { ...reply, headers: { ...reply.headers, location } };
  }

  #batch(request: WireRequest): Reply {
    if (request.method !== 'POST') throw new Refusal(405, 'MethodNotAllowed', 'A batch is posted.');
    const scope = { tables: this.tables, context: this.#context, account: this.#account, base: this.#base };
    return runBatch(request, scope);
  }

  #table(
    resource: Extract<Resource, { readonly kind: 'tables' | 'table' | 'batch' }>,
    request: WireRequest,
  ): Reply {
    const { method } = request;
    if (resource.kind === 'tables' && method === 'GET') return listTables(this.tables, request, this.#base);
    if (resource.kind === 'tables' && method === 'POST') return this.#create(request);
    if (resource.kind === 'table' && method === 'DELETE') {
      this.tables.delete(resource.table);
      return { status: 204, headers: {} };
    }
    if (resource.kind === 'table' && method === 'GET') {
      const table = this.tables.find(resource.table);
      if (!table) throw new Refusal(404, 'ResourceNotFound', 'The specified resource does not exist.');
      return tableReply(table.name, 200, request, this.#base);
    }
    throw new Refusal(405, 'MethodNotAllowed', 'The resource takes no such request.');
  }

  #create(request: WireRequest): Reply {
    let name: unknown;
    try {
      name = (JSON.parse(request.text()) as { readonly TableName?: unknown } | null)?.TableName;
    } catch {
      throw invalidInput('The body is not JSON.');
    }
    if (typeof name !== 'string') throw invalidInput('The body has no TableName.');
    this.tables.create(name);
    if (request.header('prefer') === 'return-no-content') {
      return { status: 204, headers: { 'preference-applied': 'return-no-content' } };
    }
    return tableReply(name, 201, request, this.#base);
  }

  #origin(table: string): Origin {
    return { base: this.#base, account: this.#account, table };
  }
}
