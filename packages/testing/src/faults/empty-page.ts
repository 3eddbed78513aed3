import { createHttpHeaders } from '@azure/core-rest-pipeline';
import type { RecordedRequest } from '../http/recorded-request.js';
import { makeToken } from './continuation.js';
import type { Fault } from './fault.js';

/**
 * A table query is answered with an EMPTY page and a continuation, as the real service does at will and the
 * emulator never; the follow-up request then gets the real page. A correct client sees every row.
 *
 * @example
 * ```ts
 * storage.http.inject(faults.emptyPage(), { times: 2 });
 * ```
 */
export function emptyPage(): Fault {
  return {
    name: 'emptyPage',
    applies: isTableQuery,
    run: async ({ request }) => {
      const token = makeToken(request.url);
      const headers = createHttpHeaders({
        'content-type': 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8',
        'x-ms-continuation-NextPartitionKey': token,
        'x-ms-continuation-NextRowKey': token,
      });
      return { status: 200, headers, request, bodyAsText: '{"value":[]}' };
    },
  };
}

/** Entities of one table, not one entity, not the list of tables, not the table's access policies. */
function isTableQuery({ service, method, path, url }: RecordedRequest): boolean {
  return (
    service === 'table' &&
    method === 'GET' &&
    /^(?!Tables\b)[A-Za-z][A-Za-z0-9]*(\(\))?$/i.test(path) &&
    !new URL(url).searchParams.has('comp')
  );
}
