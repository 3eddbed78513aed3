import type { Reply } from '../wire/reply.js';
import type { WireRequest } from '../wire/wire-request.js';
import { keyOfToken, tokenOf } from './continuation.js';
import { compileFilter } from './filter/compile.js';
import { JSON_TYPES, metadataOf } from './metadata.js';
import { topOf } from './query.js';
import type { Tables } from './tables.js';

/** One page of the account's tables. */
export function listTables(tables: Tables, request: WireRequest, base: string): Reply {
  const metadata = metadataOf(request);
  const { matches } = compileFilter(request.parameter('$filter'));
  const most = topOf(request);
  const token = request.parameter('NextTableName');
  const start = token === undefined ? '' : keyOfToken(token).toLowerCase();
  const names = tables
    .list()
    .map(({ name }) => name)
    .filter((name) => name.toLowerCase() >= start)
    .filter((value) =>
      matches({ cell: (name) => (name === 'TableName' ? { type: 'Edm.String', value } : undefined) }),
    );
  const next = names[most];
  const head = metadata === 'none' ? '' : `"odata.metadata":"${base}/$metadata#Tables",`;
  return {
    status: 200,
    headers: {
      'content-type': JSON_TYPES[metadata],
      ...(next !== undefined && { 'x-ms-continuation-NextTableName': tokenOf(next) }),
    },
    body: `{${head}"value":[${names
      .slice(0, most)
      .map((name) => `{"TableName":"${name}"}`)
      .join(',')}]}`,
  };
}

export function tableReply(name: string, status: number, request: WireRequest, base: string): Reply {
  const metadata = metadataOf(request);
  const head = metadata === 'none' ? '' : `"odata.metadata":"${base}/$metadata#Tables/@Element",`;
  return {
    status,
    headers: { 'content-type': JSON_TYPES[metadata] },
    body: `{${head}"TableName":"${name}"}`,
  };
}
