import { Refusal } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import type { WireRequest } from '../wire/wire-request.js';
import { checkedMd5, versionHeaders } from './blob-headers.js';
import { checkWrite } from './conditions.js';
import { ENCRYPTED, existing, store, type Target, wrongType } from './target.js';

const MOST_BLOCKS = 50_000;
/** Of versions since 2022-11-02; older ones take 4 MiB. */
const MOST_BYTES = 100 * 1_048_576;

/** Adds bytes to the end of an append blob. */
export function appendBlock(target: Target): Reply {
  const { request } = target;
  const blob = existing(target);
  if (blob.type !== 'AppendBlob') throw wrongType();
  checkWrite(request, blob);
  const bytes = Buffer.from(request.bytes());
  if (bytes.length === 0) throw new Refusal(400, 'InvalidHeaderValue', 'A block is not empty.');
  if (bytes.length > MOST_BYTES) throw new Refusal(413, 'RequestBodyTooLarge', 'The block is too large.');
  const position = numberHeader(request, 'x-ms-blob-condition-appendpos');
  if (position !== undefined && position !== blob.length) {
    throw new Refusal(
      412,
      'AppendPositionConditionNotMet',
      'The append position condition specified was not met.',
    );
  }
  const most = numberHeader(request, 'x-ms-blob-condition-maxsize');
  if (most !== undefined && blob.length + bytes.length > most) {
    throw new Refusal(
      412,
      'MaxBlobSizeConditionNotMet',
      'The max blob size condition specified was not met.',
    );
  }
  if (blob.content.length >= MOST_BLOCKS) {
    throw new Refusal(409, 'BlockCountExceedsLimit', 'An append blob has at most 50,000 blocks.');
  }
  const md5 = checkedMd5(request, bytes);
  const stored = store(target, { ...blob, content: [...blob.content, bytes] });
  return {
    status: 201,
    headers: {
      ...versionHeaders(stored),
      ...ENCRYPTED,
      'content-md5': md5,
      'x-ms-blob-append-offset': String(blob.length),
      'x-ms-blob-committed-block-count': String(stored.content.length),
    },
  };
}

function numberHeader(request: WireRequest, name: string): number | undefined {
  const text = request.header(name);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Refusal(
    400,
    'InvalidHeaderValue',
    `The value for one of the HTTP headers is not in the correct format: ${name}.`,
  );
}
