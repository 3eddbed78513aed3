import { metadataOfHeaders } from '../wire/metadata-headers.js';
import { Refusal } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import { xmlReply } from '../wire/xml.js';
import { checkedMd5, contentHeadersOf, versionHeaders } from './blob-headers.js';
import { blockListXml, blocksOf, checkBlockId } from './block-list.js';
import { checkWrite } from './conditions.js';
import { ENCRYPTED, existing, store, type Target, wrongType } from './target.js';

export function putBlock({ request, container, name, current }: Target): Reply {
  if (current && current.type !== 'BlockBlob') throw wrongType();
  const staged = container.staged.get(name) ?? new Map();
  const id = request.parameter('blockid') ?? '';
  checkBlockId(id, staged);
  const bytes = Buffer.from(request.bytes());
  if (bytes.length === 0) throw new Refusal(400, 'InvalidHeaderValue', 'A block is not empty.');
  const md5 = checkedMd5(request, bytes);
  staged.set(id, { id, bytes });
  container.staged.set(name, staged);
  return { status: 201, headers: { 'content-md5': md5, ...ENCRYPTED } };
}

export function putBlockList(target: Target): Reply {
  const { request, container, name, current } = target;
  if (current && current.type !== 'BlockBlob') throw wrongType();
  checkWrite(request, current);
  const blocks = blocksOf(request.text(), container.staged.get(name), current?.blocks ?? []);
  const blob = store(target, {
    type: 'BlockBlob',
    content: blocks.map(({ bytes }) => bytes),
    headers: contentHeadersOf(request),
    metadata: metadataOfHeaders(request),
    blocks,
  });
  return { status: 201, headers: { ...versionHeaders(blob), ...ENCRYPTED } };
}

export function getBlockList(target: Target): Reply {
  const { request, container, name, current } = target;
  const staged = container.staged.get(name);
  if (!current && !staged) existing(target);
  const type = request.parameter('blocklisttype') ?? 'committed';
  const reply = xmlReply(200, blockListXml(current?.blocks ?? [], [...(staged?.values() ?? [])], type));
  const version = current && {
    ...versionHeaders(current),
    'x-ms-blob-content-length': String(current.length),
  };
  return { ...reply, headers: { ...reply.headers, ...version } };
}
