import type { Responder } from '../reference-service.js';
import type { ServiceContext } from '../service-context.js';
import { included, listReply, pageOfNames } from '../wire/listing.js';
import { metadataHeaders, metadataOfHeaders } from '../wire/metadata-headers.js';
import { notImplemented, type Refusal } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import { decoded, type WireRequest } from '../wire/wire-request.js';
import { element, metadataElement, xmlRefusal } from '../wire/xml.js';
import { versionHeaders } from './blob-headers.js';
import { answerBlob } from './blob-requests.js';
import { checkRead, checkWrite } from './conditions.js';
import type { Container } from './container.js';
import { Containers } from './containers.js';
import { checkHeaders } from './known-headers.js';
import { listBlobs } from './list-blobs.js';

/** The blob service of one account. */
export class BlobService implements Responder {
  readonly containers: Containers;
  readonly #context: ServiceContext;
  readonly #base: string;

  constructor(context: ServiceContext, base: string) {
    this.containers = new Containers(context);
    this.#context = context;
    this.#base = base;
  }

  answer(request: WireRequest): Reply {
    checkHeaders(request);
    const slash = request.path.indexOf('/');
    const name = decoded(slash < 0 ? request.path : request.path.slice(0, slash));
    const comp = request.parameter('comp');
    if (name === '') return this.#account(request, comp);
    if (slash < 0) return this.#container(request, name, comp);
    const blobName = decoded(request.path.slice(slash + 1));
    const container = this.containers.open(name);
    const clock = this.#context.clock;
    return answerBlob(request, container, blobName, {
      now: () => clock.now(),
      newEtag: () => this.containers.newEtag(),
    });
  }

  refuse(refusal: Refusal): Reply {
    // Not modified: there is nothing more to say.
    if (refusal.status === 304) return { status: 304, headers: { 'x-ms-error-code': refusal.code } };
    return xmlRefusal(refusal, this.#context);
  }

  #account(request: WireRequest, comp: string | undefined): Reply {
    if (request.method !== 'GET' || comp !== 'list') throw notImplemented(`${request.method} comp=${comp}`);
    const withMetadata = included(request, ['metadata']).has('metadata');
    const { items, next } = pageOfNames(request, this.containers.list(), ({ name }) => name);
    const containers = items.map(({ name, etag, modifiedAt, metadata }) => {
      const properties =
        element('Last-Modified', new Date(modifiedAt).toUTCString()) +
        element('Etag', etag) +
        element('LeaseStatus', 'unlocked') +
        element('LeaseState', 'available');
      const shown = withMetadata ? metadataElement(metadata) : '';
      return `<Container>${element('Name', name)}<Properties>${properties}</Properties>${shown}</Container>`;
    });
    const content = `<Containers>${containers.join('')}</Containers>`;
    return listReply(request, `ServiceEndpoint="${this.#base}/"`, content, next);
  }

  #container(request: WireRequest, name: string, comp: string | undefined): Reply {
    const { method } = request;
    if (request.parameter('restype') !== 'container') throw notImplemented('blobs of the root container');
    if (comp === undefined && method === 'PUT') {
      const container = this.containers.create(name, metadataOfHeaders(request));
      return { status: 201, headers: versionHeaders(container) };
    }
    const container = this.containers.open(name);
    if (comp === 'list' && method === 'GET') return listBlobs(request, container, this.#base);
    if (comp === 'metadata' && method === 'PUT') return this.#setMetadata(request, container);
    if (comp !== undefined) throw notImplemented(`${method} comp=${comp}`);
    if (method === 'GET' || method === 'HEAD') return properties(request, container);
    if (method !== 'DELETE') throw notImplemented(`${method} of a container`);
    checkWrite(request, container);
    this.containers.delete(name);
    return { status: 202, headers: {} };
  }

  #setMetadata(request: WireRequest, container: Container): Reply {
    checkWrite(request, container);
    container.metadata = metadataOfHeaders(request);
    container.etag = this.containers.newEtag();
    container.modifiedAt = this.#context.clock.now();
    return { status: 200, headers: versionHeaders(container) };
  }
}

function properties(request: WireRequest, container: Container): Reply {
  checkRead(request, container);
  const lease = { 'x-ms-lease-state': 'available', 'x-ms-lease-status': 'unlocked' };
  return {
    status: 200,
    headers: { ...versionHeaders(container), ...metadataHeaders(container.metadata), ...lease },
  };
}
