import { invalidInput } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';
import type { Position } from './table.js';

const MARK = /^1!\d+!([A-Za-z0-9_-]*)$/;

/** Looks like a token of the real service, which nobody may take apart. */
export function tokenOf(key: string): string {
  const encoded = Buffer.from(key).toString('base64url');
  return `1!${encoded.length}!${encoded}`;
}

export function keyOfToken(token: string): string {
  const encoded = MARK.exec(token)?.[1];
  if (encoded === undefined) throw invalidInput('The continuation is not one of this service.');
  return Buffer.from(encoded, 'base64url').toString();
}

/** Where a query goes on; `undefined` for its first page. */
export function startOf(request: WireRequest): Position | undefined {
  const partition = request.parameter('NextPartitionKey');
  const row = request.parameter('NextRowKey');
  if (partition === undefined) {
    if (row !== undefined) throw invalidInput('NextRowKey needs NextPartitionKey.');
    return undefined;
  }
  return { partitionKey: keyOfToken(partition), rowKey: row === undefined ? '' : keyOfToken(row) };
}

export function continuationHeaders(next: Position | undefined): Record<string, string> {
  if (!next) return {};
  return {
    'x-ms-continuation-NextPartitionKey': tokenOf(next.partitionKey),
    'x-ms-continuation-NextRowKey': tokenOf(next.rowKey),
  };
}
