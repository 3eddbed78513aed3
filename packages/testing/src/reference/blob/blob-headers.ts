import { createHash } from 'node:crypto';
import { metadataHeaders } from '../wire/metadata-headers.js';
import { Refusal } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';
import { type Blob, CONTENT_HEADERS, type ContentHeader } from './blob.js';
import type { Versioned } from './conditions.js';

const DEFAULT_TYPE = 'application/octet-stream';

export function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

/** What the client says about the bytes has to be true. */
export function checkedMd5(request: WireRequest, bytes: Buffer): string {
  const md5 = md5Of(bytes);
  const claimed = request.header('content-md5');
  if (claimed === undefined || claimed === md5) return md5;
  throw new Refusal(
    400,
    'Md5Mismatch',
    'The MD5 value specified in the request did not match with the MD5 value calculated by the server.',
  );
}

/** The headers to store with a blob. */
export function contentHeadersOf(request: WireRequest): Partial<Record<ContentHeader, string>> {
  const headers: Partial<Record<ContentHeader, string>> = {};
  for (const name of Object.keys(CONTENT_HEADERS) as ContentHeader[]) {
    const value = request.header(CONTENT_HEADERS[name]);
    if (value !== undefined && value !== '') headers[name] = value;
  }
  headers['content-type'] ??= DEFAULT_TYPE;
  return headers;
}

/** Which version it is. */
export function versionHeaders({ etag, modifiedAt }: Versioned): Record<string, string> {
  return { etag, 'last-modified': new Date(modifiedAt).toUTCString() };
}

/** All that is known of a blob, but its bytes. */
export function blobHeaders(blob: Blob): Record<string, string> {
  return {
    ...versionHeaders(blob),
    ...(blob.headers as Record<string, string>),
    ...metadataHeaders(blob.metadata),
    'accept-ranges': 'bytes',
    'x-ms-blob-type': blob.type,
    'x-ms-creation-time': new Date(blob.createdAt).toUTCString(),
    'x-ms-lease-state': 'available',
    'x-ms-lease-status': 'unlocked',
    'x-ms-server-encrypted': 'true',
    ...(blob.type === 'AppendBlob' && { 'x-ms-blob-committed-block-count': String(blob.content.length) }),
  };
}
