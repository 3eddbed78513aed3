import { TableStore, type TableStoreOptions } from '@tablewright/core';
import type { ReferenceStorage } from '@tablewright/testing';
import type { ActorContext } from '@tablewright/testing/simulation';

const HOST = '127.0.0.1';
let processes = 0;

type HttpClient = NonNullable<TableStoreOptions['httpClient']>;

/**
 * A store for one of several programs. Programs of one process take turns at the rows that they share, and each sees
 * what the others are about to do; these do not, because each calls the service by an address of its own.
 */
export function storeOfOwnProcess({ connectionString }: ReferenceStorage, context: ActorContext): TableStore {
  const alias = `process-${++processes}.test`;
  const httpClient: HttpClient = {
    sendRequest(request) {
      request.url = request.url.replace(alias, HOST);
      const { body } = request;
      if (typeof body === 'string' || Buffer.isBuffer(body))
        request.body = String(body).replaceAll(alias, HOST);
      return context.httpClient.sendRequest(request);
    },
  };
  return TableStore.fromConnectionString(connectionString.replaceAll(HOST, alias), {
    ...context,
    httpClient,
    allowInsecureConnection: true,
  });
}
