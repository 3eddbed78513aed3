import type { Reply } from '../wire/reply.js';
import { bytesOf } from './blob.js';
import { blobHeaders, md5Of } from './blob-headers.js';
import { checkRead } from './conditions.js';
import { rangeOf } from './range.js';
import { existing, type Target } from './target.js';

export function get(target: Target): Reply {
  const blob = existing(target);
  checkRead(target.request, blob);
  const range = rangeOf(target.request, blob.length);
  const bytes = bytesOf(blob);
  const headers = blobHeaders(blob);
  if (!range)
    return { status: 200, headers: { ...headers, 'content-length': String(blob.length) }, body: bytes };
  const part = bytes.subarray(range.from, range.to + 1);
  const { 'content-md5': whole, ...others } = headers;
  const wantsMd5 = target.request.header('x-ms-range-get-content-md5') === 'true';
  return {
    status: 206,
    headers: {
      ...others,
      'content-length': String(part.length),
      'content-range': `bytes ${range.from}-${range.to}/${blob.length}`,
      ...(whole !== undefined && { 'x-ms-blob-content-md5': whole }),
      ...(wantsMd5 && { 'content-md5': md5Of(part) }),
    },
    body: part,
  };
}

export function head(target: Target): Reply {
  const blob = existing(target);
  checkRead(target.request, blob);
  return { status: 200, headers: { ...blobHeaders(blob), 'content-length': String(blob.length) } };
}
