import { DEPARTMENT } from '../../domain/staff.js';
import { ACCOUNT } from './account.js';
import { BATCH_REPLY_TYPE, batchReply } from './batch-reply.js';
import { readCells } from './cells.js';
import { pageOf } from './pages.js';
import { readBatch } from './read-batch.js';
import { malformed, Refusal } from './refusal.js';
import { addressOf } from './row-address.js';
import { type RowWrite, rowWrite, writeTarget } from './row-write.js';
import { ETAG, idOfRow, type Metadata, rowJson } from './rows.js';
import { checkSignature, type SignedRequest } from './signature.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** What was written, worked out only if somebody asks. */
  readonly writes?: () => readonly RowWrite[];
}

const LIST = /^([A-Za-z][A-Za-z0-9]{2,62})\(\)$/;
const JSON_TYPES: Readonly<Record<Metadata, string>> = {
  none: 'application/json;odata=nometadata;streaming=true;charset=utf-8',
  minimal: 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8',
};

/** What the Table service would answer. Throws a Refusal for what it would not take. */
export function answer(request: SignedRequest, body: string): Answer {
  checkSignature(request);
  const queryAt = request.url.indexOf('?');
  const path = queryAt < 0 ? request.url : request.url.slice(0, queryAt);
  const base = `/${ACCOUNT}/`;
  if (!path.startsWith(base)) throw malformed('the address is not within the account');
  const query = new URLSearchParams(queryAt < 0 ? '' : request.url.slice(queryAt + 1));
  const resource = path.slice(base.length);
  if (request.method === 'GET') return read(resource, query, metadataOf(request.headers.accept));
  if (resource === '$batch') return transact(request.headers['content-type'], body);
  return writeOne(request, resource, body);
}

function read(resource: string, query: URLSearchParams, metadata: Metadata): Answer {
  const headers = { 'Content-Type': JSON_TYPES[metadata] };
  const table = LIST.exec(resource)?.[1];
  if (table !== undefined) {
    if (query.has('$top')) throw new Refusal(501, 'NotImplemented', 'The stub has pages of 1000 rows.');
    const page = pageOf(table, query.get('NextRowKey'), metadata);
    const more = page.nextRowKey !== undefined && {
      'x-ms-continuation-NextPartitionKey': DEPARTMENT,
      'x-ms-continuation-NextRowKey': page.nextRowKey,
    };
    return { status: 200, headers: { ...headers, ...more }, body: page.body };
  }
  const address = addressOf(resource);
  const id = address && idOfRow(address.rowKey);
  if (id === undefined) throw new Refusal(404, 'ResourceNotFound', 'The specified resource does not exist.');
  const row = rowJson(address!.partitionKey, id, metadata);
  const told = '{"odata.metadata":"http://127.0.0.1/$metadata#Employees/@Element",';
  const text = metadata === 'minimal' ? told + row.slice(1) : row;
  return { status: 200, headers: { ...headers, ETag: ETAG }, body: text };
}

function transact(contentType: string | undefined, body: string): Answer {
  const parts = readBatch(contentType, body, ACCOUNT).map(({ method, path, json }) => {
    const cells = readCells(json);
    return { target: writeTarget(method, path, cells), cells };
  });
  const rows = new Set(parts.map(({ target }) => target.rowKey));
  const partitions = new Set(parts.map(({ target }) => target.partitionKey));
  if (rows.size !== parts.length || partitions.size !== 1)
    throw malformed('each row once, all in one partition');
  return {
    status: 202,
    headers: { 'Content-Type': BATCH_REPLY_TYPE },
    body: batchReply(parts.length),
    writes: () => parts.map(({ target, cells }) => rowWrite(target, cells)),
  };
}

function writeOne({ method, headers }: SignedRequest, resource: string, body: string): Answer {
  if (!headers['content-type']?.startsWith('application/json'))
    throw malformed('the body is of type application/json');
  const cells = readCells(body);
  const target = writeTarget(method, resource, cells);
  if (target.kind === 'insert' && headers['prefer'] !== 'return-no-content') {
    throw new Refusal(501, 'NotImplemented', 'The stub returns no content: ask for none.');
  }
  return { status: 204, headers: { ETag: ETAG }, writes: () => [rowWrite(target, cells)] };
}

/** The service answers in the form that is asked for, and refuses to guess. */
function metadataOf(accept: string | undefined): Metadata {
  if (accept?.includes('odata=nometadata')) return 'none';
  if (accept?.includes('odata=minimalmetadata')) return 'minimal';
  throw new Refusal(415, 'MediaTypeNotSupported', 'Accept names no form of JSON that the stub knows.');
}
