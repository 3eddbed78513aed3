import { OptionsError } from '../errors/index.js';

/** Where requests go: the account's base address, and the SAS that a SAS URL carries in its query. */
export interface Endpoint {
  readonly base: string;
  readonly sas: string;
  readonly insecure: boolean;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function parseEndpoint(url: string, allowInsecure: boolean): Endpoint {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new OptionsError('url', 'The endpoint is not a valid URL.');
  }
  const insecure = parsed.protocol !== 'https:';
  if (insecure && !allowInsecure && !LOOPBACK.has(parsed.hostname)) {
    throw new OptionsError(
      'allowInsecureConnection',
      `${parsed.host} is not encrypted (http). Use https, or pass allowInsecureConnection: true for a test server.`,
    );
  }
  return {
    base: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`,
    sas: parsed.search.slice(1),
    insecure,
  };
}

export function isCosmosHost(endpoint: Endpoint): boolean {
  return /\.table\.cosmos(db)?\./.test(new URL(endpoint.base).hostname);
}

export function requestUrl({ base, sas }: Endpoint, path: string, query: string | undefined): string {
  const joined = query && sas ? `${query}&${sas}` : query || sas;
  return joined ? `${base}/${path}?${joined}` : `${base}/${path}`;
}

/** `Employees(PartitionKey='Sales',RowKey='empid_000223')`, safe for any key. */
export function rowPath(table: string, partitionKey: string, rowKey: string): string {
  return `${table}(PartitionKey='${keyLiteral(partitionKey)}',RowKey='${keyLiteral(rowKey)}')`;
}

/** What stands between the quotes of a key in a path. */
export function keyLiteral(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text.includes("'") ? text.replaceAll("'", "''") : text);
}

/** Encoding leaves it as it is. */
const UNRESERVED = /^[\w.!~*()-]*$/;
