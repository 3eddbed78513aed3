import type { Responder } from '../reference-service.js';
import type { ServiceContext } from '../service-context.js';
import { included, listReply, pageOfNames } from '../wire/listing.js';
import { metadataHeaders, metadataOfHeaders } from '../wire/metadata-headers.js';
import { numberParameter } from '../wire/number-parameter.js';
import { notImplemented, Refusal } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
import { decoded, type WireRequest } from '../wire/wire-request.js';
import { element, metadataElement, xmlRefusal, xmlReply } from '../wire/xml.js';
import { type Message, messageXml, time } from './message.js';
import { messageText } from './message-body.js';
import type { Queue } from './queue.js';
import { Queues } from './queues.js';

const SECOND = 1_000;
const WEEK = 7 * 24 * 60 * 60;
const DEFAULT_HIDDEN = 30;
const MOST_MESSAGES = 32;

/** The queue service of one account. */
export class QueueService implements Responder {
  readonly queues: Queues;
  readonly #context: ServiceContext;
  readonly #base: string;

  constructor(context: ServiceContext, base: string) {
    this.queues = new Queues(context);
    this.#context = context;
    this.#base = base;
  }

  answer(request: WireRequest): Reply {
    const [name, messages, id, ...rest] = request.path.split('/').map(decoded);
    const comp = request.parameter('comp');
    const known = messages === undefined || (messages === 'messages' && rest.length === 0);
    if (!known) throw new Refusal(400, 'InvalidUri', 'The request URI is invalid.');
    if (name === undefined || name === '') return this.#account(request, comp);
    if (messages === undefined) return this.#queue(request, name, comp);
    const queue = this.queues.open(name);
    return id === undefined ? this.#messages(request, queue) : this.#message(request, queue, id);
  }

  refuse(refusal: Refusal): Reply {
    return xmlRefusal(refusal, this.#context);
  }

  #account(request: WireRequest, comp: string | undefined): Reply {
    if (request.method !== 'GET' || comp !== 'list') throw notImplemented(`${request.method} comp=${comp}`);
    const withMetadata = included(request, ['metadata']).has('metadata');
    const { items, next } = pageOfNames(request, this.queues.list(), (queue) => queue.name);
    const queues = items.map(({ name, metadata }) => {
      return `<Queue>${element('Name', name)}${withMetadata ? metadataElement(metadata) : ''}</Queue>`;
    });
    return listReply(
      request,
      `ServiceEndpoint="${this.#base}/"`,
      `<Queues>${queues.join('')}</Queues>`,
      next,
    );
  }

  #queue(request: WireRequest, name: string, comp: string | undefined): Reply {
    const { method } = request;
    if (comp === 'metadata') return this.#metadata(request, this.queues.open(name));
    if (comp !== undefined) throw notImplemented(`comp=${comp}`);
    if (method === 'PUT') {
      const isNew = this.queues.create(name, metadataOfHeaders(request));
      return { status: isNew ? 201 : 204, headers: {} };
    }
    if (method !== 'DELETE') throw unsupported();
    this.queues.delete(name);
    return { status: 204, headers: {} };
  }

  #metadata(request: WireRequest, queue: Queue): Reply {
    if (request.method === 'PUT') {
      queue.metadata = metadataOfHeaders(request);
      return { status: 204, headers: {} };
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw unsupported();
    const count = String(queue.messages().length);
    return {
      status: 200,
      headers: { 'x-ms-approximate-messages-count': count, ...metadataHeaders(queue.metadata) },
    };
  }

  #messages(request: WireRequest, queue: Queue): Reply {
    switch (request.method) {
      case 'POST':
        return this.#put(request, queue);
      case 'GET':
        return this.#get(request, queue);
      case 'DELETE':
        queue.clear();
        return { status: 204, headers: {} };
      default:
        throw unsupported();
    }
  }

  #put(request: WireRequest, queue: Queue): Reply {
    const text = messageText(request);
    const hidden = numberParameter(request, 'visibilitytimeout', 0, WEEK) ?? 0;
    const asked = numberParameter(request, 'messagettl', -1, 2 ** 31 - 1) ?? WEEK;
    const life = asked === -1 ? Number.POSITIVE_INFINITY : asked;
    if (life === 0 || hidden >= life) {
      throw new Refusal(
        400,
        'OutOfRangeQueryParameterValue',
        'messagettl is -1 or more than zero, and visibilitytimeout is less.',
      );
    }
    const message = queue.put(text, hidden * SECOND, life * SECOND);
    return messageList([message], { receipt: true, text: false }, 201);
  }

  #get(request: WireRequest, queue: Queue): Reply {
    const most = numberParameter(request, 'numofmessages', 1, MOST_MESSAGES) ?? 1;
    if (request.parameter('peekonly') === 'true') {
      return messageList(queue.peek(most), { receipt: false, text: true });
    }
    const hidden = numberParameter(request, 'visibilitytimeout', 1, WEEK) ?? DEFAULT_HIDDEN;
    return messageList(queue.get(most, hidden * SECOND), { receipt: true, text: true });
  }

  #message(request: WireRequest, queue: Queue, id: string): Reply {
    const popReceipt = required(request.parameter('popreceipt'), 'popreceipt');
    if (request.method === 'DELETE') {
      queue.delete(id, popReceipt);
      return { status: 204, headers: {} };
    }
    if (request.method !== 'PUT') throw unsupported();
    const hidden = required(numberParameter(request, 'visibilitytimeout', 0, WEEK), 'visibilitytimeout');
    const text = request.length > 0 ? messageText(request) : undefined;
    const message = queue.update(id, popReceipt, hidden * SECOND, text);
    const headers = {
      'x-ms-popreceipt': message.popReceipt,
      'x-ms-time-next-visible': time(message.visibleAt),
    };
    return { status: 204, headers };
  }
}

function messageList(
  messages: readonly Message[],
  shown: Parameters<typeof messageXml>[1],
  status = 200,
): Reply {
  const list = messages.map((message) => messageXml(message, shown)).join('');
  return xmlReply(status, `<QueueMessagesList>${list}</QueueMessagesList>`);
}

function required<Value>(value: Value | undefined, name: string): Value {
  if (value !== undefined) return value;
  throw new Refusal(
    400,
    'MissingRequiredQueryParameter',
    `A query parameter that's mandatory for this request is not specified: ${name}.`,
  );
}

function unsupported(): Refusal {
  return new Refusal(405, 'UnsupportedHttpVerb', 'The resource does not support the specified HTTP verb.');
}
