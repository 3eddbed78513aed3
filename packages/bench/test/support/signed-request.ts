import { createHmac } from 'node:crypto';
import { ACCOUNT, ACCOUNT_KEY } from '../../src/server/stub/account.js';
import type { StubServer } from '../../src/server/stub/stub-server.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly scheme?: 'SharedKey' | 'SharedKeyLite';
  readonly key?: string;
  readonly date?: string;
  /** Signs another path than the one that is sent. */
  readonly signedPath?: string;
}

const JSON_TYPE = 'application/json';

export function endpointOf({ connectionString }: StubServer): string {
  return /TableEndpoint=([^;]+)/.exec(connectionString)![1]!;
}

/** Sends one signed request to the stub; what is signed can be spoilt. */
export async function signedRequest(
  stub: StubServer,
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  const { method = 'GET', body, scheme = 'SharedKeyLite', key = ACCOUNT_KEY } = options;
  const date = options.date ?? new Date().toUTCString();
  const type = options.headers?.['Content-Type'] ?? (body === undefined ? '' : JSON_TYPE);
  const resource = `/${ACCOUNT}/${ACCOUNT}/${(options.signedPath ?? path).replace(/\?.*/, '')}`;
  const text = scheme === 'SharedKey' ? `${method}\n\n${type}\n${date}\n${resource}` : `${date}\n${resource}`;
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
  return request(stub, path, {
    method,
    headers: {
      Accept: 'application/json;odata=nometadata',
      'x-ms-date': date,
      Authorization: `${scheme} ${ACCOUNT}:${signature}`,
      ...(type !== '' && { 'Content-Type': type }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
  });
}

/** Sends a request as it is. */
export async function request(stub: StubServer, path: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(`${endpointOf(stub)}/${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
