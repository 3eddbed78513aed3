import { METADATA_PREFIX } from '../wire/metadata-headers.js';
import { notImplemented } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';
import { CONTENT_HEADERS } from './blob.js';

const KNOWN: ReadonlySet<string> = new Set([
  'x-ms-date',
  'x-ms-version',
  'x-ms-useragent',
  'x-ms-client-request-id',
  'x-ms-return-client-request-id',
  'x-ms-range',
  'x-ms-range-get-content-md5',
  'x-ms-blob-type',
  'x-ms-blob-condition-appendpos',
  'x-ms-blob-condition-maxsize',
  'x-ms-delete-snapshots',
  ...Object.values(CONTENT_HEADERS),
]);

/** Whoever asks for a tier, a lease, a checksum or a legal hold must not be told that there is one now. */
export function checkHeaders(request: WireRequest): void {
  for (const rest of request.headersOf('x-ms-').keys()) {
    const name = `x-ms-${rest}`.toLowerCase();
    if (!KNOWN.has(name) && !name.startsWith(METADATA_PREFIX)) throw notImplemented(name);
  }
  // There are no snapshots to be deleted along with a blob, but the blob itself would be deleted in their place.
  const snapshots = request.header('x-ms-delete-snapshots');
  if (snapshots !== undefined && snapshots !== 'include') {
    throw notImplemented(`x-ms-delete-snapshots: ${snapshots}`);
  }
}
