import { included, listReply, pageOfNames } from '../wire/listing.js';
import { notImplemented } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import type { WireRequest } from '../wire/wire-request.js';
import { element, metadataElement } from '../wire/xml.js';
import type { Blob } from './blob.js';
import type { Container } from './container.js';

/** One line of a listing: a blob, or all that begin alike up to the delimiter. */
interface Entry {
  readonly name: string;
  readonly blob: Blob | undefined;
}

const UNSUPPORTED = ['startFrom', 'endBefore', 'showonly'];

/** One page of a container's blobs. */
export function listBlobs(request: WireRequest, container: Container, base: string): Reply {
  for (const name of UNSUPPORTED) if (request.parameter(name) !== undefined) throw notImplemented(name);
  const withMetadata = included(request, ['metadata']).has('metadata');
  const { items, next } = pageOfNames(request, entriesOf(request, container), ({ name }) => name);
  const blobs = items.map(({ name, blob }) => {
    if (!blob) return `<BlobPrefix>${element('Name', name)}</BlobPrefix>`;
    const metadata = withMetadata ? metadataElement(blob.metadata) : '';
    return `<Blob>${element('Name', name)}${propertiesXml(blob)}${metadata}</Blob>`;
  });
  const attributes = `ServiceEndpoint="${base}/" ContainerName="${container.name}"`;
  return listReply(request, attributes, `<Blobs>${blobs.join('')}</Blobs>`, next);
}

function entriesOf(request: WireRequest, { blobs }: Container): Entry[] {
  const prefix = request.parameter('prefix') ?? '';
  const delimiter = request.parameter('delimiter') ?? '';
  const entries = new Map<string, Entry>();
  for (const name of [...blobs.keys()].sort()) {
    if (!name.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
    const shown = end < 0 ? name : name.slice(0, end + delimiter.length);
    if (!entries.has(shown)) entries.set(shown, { name: shown, blob: end < 0 ? blobs.get(name) : undefined });
  }
  return [...entries.values()];
}

function propertiesXml(blob: Blob): string {
  const { headers } = blob;
  const content =
    element('Creation-Time', new Date(blob.createdAt).toUTCString()) +
    element('Last-Modified', new Date(blob.modifiedAt).toUTCString()) +
    element('Etag', blob.etag.slice(1, -1)) +
    element('Content-Length', blob.length) +
    element('Content-Type', headers['content-type']) +
    element('Content-Encoding', headers['content-encoding']) +
    element('Content-Language', headers['content-language']) +
    element('Content-MD5', headers['content-md5']) +
    element('Cache-Control', headers['cache-control']) +
    element('Content-Disposition', headers['content-disposition']) +
    element('BlobType', blob.type) +
    element('LeaseStatus', 'unlocked') +
    element('LeaseState', 'available') +
    element('ServerEncrypted', 'true');
  return `<Properties>${content}</Properties>`;
}
