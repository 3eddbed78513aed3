import { metadataOfHeaders } from '../wire/metadata-headers.js';
import { notImplemented, Refusal } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import type { WireRequest } from '../wire/wire-request.js';
import { appendBlock } from './append-block.js';
import { checkedMd5, contentHeadersOf, versionHeaders } from './blob-headers.js';
import { getBlockList, putBlock, putBlockList } from './blocks.js';
import { checkWrite } from './conditions.js';
import type { Container } from './container.js';
import { get, head } from './read-blob.js';
import { ENCRYPTED, existing, restamped, type Stamps, store, type Target } from './target.js';

const MAX_NAME = 1_024;
const MAX_SEGMENTS = 254;
const UNSUPPORTED = ['snapshot', 'versionid', 'deletetype'];

/** A request about one blob. */
export function answerBlob(request: WireRequest, container: Container, name: string, stamps: Stamps): Reply {
  if (name === '' || name.length > MAX_NAME) {
    throw new Refusal(400, 'InvalidResourceName', 'The specified resource name is too long or empty.');
  }
  if (name.split('/').length > MAX_SEGMENTS) {
    throw new Refusal(400, 'InvalidUri', `The blob's name has more than ${MAX_SEGMENTS} path segments.`);
  }
  for (const parameter of UNSUPPORTED) {
    if (request.parameter(parameter) !== undefined) throw notImplemented(parameter);
  }
  const target: Target = { request, container, name, stamps, current: container.blobs.get(name) };
  const comp = request.parameter('comp');
  const handler = HANDLERS[comp === undefined ? request.method : `${request.method} ${comp}`];
  if (!handler)
    throw notImplemented(`${request.method}${comp === undefined ? '' : ` comp=${comp}`} of a blob`);
  return handler(target);
}

const HANDLERS: Readonly<Record<string, (target: Target) => Reply>> = {
  GET: get,
  HEAD: head,
  DELETE: remove,
  PUT: put,
  'PUT metadata': setMetadata,
  'PUT properties': setHeaders,
  'PUT block': putBlock,
  'PUT blocklist': putBlockList,
  'GET blocklist': getBlockList,
  'PUT appendblock': appendBlock,
};

function remove(target: Target): Reply {
  const blob = existing(target);
  checkWrite(target.request, blob);
  target.container.blobs.delete(target.name);
  target.container.staged.delete(target.name);
  return { status: 202, headers: { 'x-ms-delete-type-permanent': 'true' } };
}

function put(target: Target): Reply {
  const { request } = target;
  const type = request.header('x-ms-blob-type');
  if (type === undefined) {
    throw new Refusal(
      400,
      'MissingRequiredHeader',
      'An HTTP header that is mandatory is not specified: x-ms-blob-type.',
    );
  }
  if (type !== 'BlockBlob' && type !== 'AppendBlob') throw notImplemented(`blobs of type ${type}`);
  checkWrite(request, target.current);
  const bytes = Buffer.from(request.bytes());
  if (type === 'AppendBlob' && bytes.length > 0) {
    throw new Refusal(400, 'InvalidHeaderValue', 'An append blob is created empty.');
  }
  const md5 = checkedMd5(request, bytes);
  const sent = contentHeadersOf(request);
  const headers = type === 'BlockBlob' ? { 'content-md5': md5, ...sent } : sent;
  const content = type === 'BlockBlob' ? [bytes] : [];
  const blob = store(target, { type, content, headers, blocks: [], metadata: metadataOfHeaders(request) });
  return {
    status: 201,
    headers: { ...versionHeaders(blob), ...(type === 'BlockBlob' && { 'content-md5': md5 }), ...ENCRYPTED },
  };
}

function setMetadata(target: Target): Reply {
  const blob = existing(target);
  checkWrite(target.request, blob);
  const changed = restamped(target, { ...blob, metadata: metadataOfHeaders(target.request) });
  return { status: 200, headers: { ...versionHeaders(changed), ...ENCRYPTED } };
}

function setHeaders(target: Target): Reply {
  const blob = existing(target);
  checkWrite(target.request, blob);
  const changed = restamped(target, { ...blob, headers: contentHeadersOf(target.request) });
  return { status: 200, headers: versionHeaders(changed) };
}
