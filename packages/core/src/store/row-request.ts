import type { HttpMethods } from '@azure/core-rest-pipeline';
import { columnsBody, insertBody } from '../codec/index.js';
import type { ServiceProfile } from '../limits/index.js';
import type { RowOperation } from '../plan/index.js';
import { rowPath } from './endpoint.js';

/** One row's write in HTTP terms: a request of its own, or a part of a transaction. */
export interface RowRequest {
  readonly method: HttpMethods;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const NO_CONTENT = { Prefer: 'return-no-content' };

export function rowRequest(table: string, operation: RowOperation, profile: ServiceProfile): RowRequest {
  const { row } = operation;
  if (operation.kind === 'insert') {
    return { method: 'POST', path: table, headers: NO_CONTENT, body: insertBody(row) };
  }
  const path = rowPath(table, row.partitionKey, row.rowKey);
  switch (operation.kind) {
    case 'replace':
      return { method: 'PUT', path, headers: { 'If-Match': operation.ifMatch }, body: columnsBody(row) };
    case 'upsertReplace':
      return { method: 'PUT', path, headers: {}, body: columnsBody(row) };
    case 'merge':
      return merge(path, { 'If-Match': operation.ifMatch }, columnsBody(row), profile);
    case 'upsertMerge':
      return merge(path, {}, columnsBody(row), profile);
    case 'delete':
      return { method: 'DELETE', path, headers: { 'If-Match': operation.ifMatch } };
  }
}

/** Cosmos DB knows no PATCH, only the older verb behind a POST. */
function merge(
  path: string,
  headers: Record<string, string>,
  body: string,
  profile: ServiceProfile,
): RowRequest {
  return profile === 'cosmos'
    ? { method: 'POST', path, headers: { ...headers, 'X-HTTP-Method': 'MERGE' }, body }
    : { method: 'PATCH', path, headers, body };
}
