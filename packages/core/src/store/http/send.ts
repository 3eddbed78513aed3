import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { PipelineResponse } from '@azure/core-rest-pipeline';
import { bodyText } from './body-text.js';
import { aborted, connectionFailure, timedOut } from './failures.js';
import type { PlainRequest } from './is-plain.js';
import { ReplyHeaders } from './reply-headers.js';
import { RequestHeaders } from './request-headers.js';
import type { Target } from './target.js';

/** Sends one request and reads the whole reply. The request's timeout covers both. */
export function send(request: PlainRequest, target: Target, path: string): Promise<PipelineResponse> {
  const { abortSignal, body, timeout } = request;
  if (abortSignal?.aborted) return Promise.reject(aborted());
  return new Promise((resolve, reject) => {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const outgoing = target.open(request.method, path, nodeHeaders(request, length));
    const timer = timeout > 0 ? setTimeout(() => giveUp(timedOut(request)), timeout) : undefined;
    const onAbort = () => giveUp(aborted());
    abortSignal?.addEventListener('abort', onAbort);

    const settle = () => {
      clearTimeout(timer);
      abortSignal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    const giveUp = (reason: Error) => {
      fail(reason);
      outgoing.destroy();
    };
    let reply: IncomingMessage | undefined;
    const onError = (cause: Error) => {
      // Behind a whole reply nothing can go wrong any more: some gateways send more than they announced.
      if (!reply?.complete) fail(connectionFailure(cause, request));
    };

    // The listener stays: a connection that was given up may complain once more.
    outgoing.on('error', onError);
    outgoing.on('response', (incoming: IncomingMessage) => {
      reply = incoming;
      const status = incoming.statusCode ?? 0;
      const headers = new ReplyHeaders(incoming.headers);
      request.onReplyHeaders?.(status, headers);
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A connection that breaks off ends in an error, never in half a reply.
      incoming.on('error', onError);
      incoming.on('end', () => {
        settle();
        try {
          resolve({
            request,
            status,
            headers,
            bodyAsText: bodyText(chunks, incoming.headers['content-encoding']),
          });
        } catch (cause) {
          reject(connectionFailure(cause as Error, request));
        }
      });
    });
    // Pure ASCII, as nearly always, need not be encoded.
    if (typeof body === 'string') outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    else outgoing.end(body);
  });
}

/** As an object: node takes lists as well, but what hooks into it to trace requests does not. */
function nodeHeaders({ method, headers, body }: PlainRequest, length: number): OutgoingHttpHeaders {
  const list: OutgoingHttpHeaders =
    headers instanceof RequestHeaders ? headers.written() : headers.toJSON({ preserveCase: true });
  // Without it node would send a body in chunks, and an empty one as well.
  const counted = body !== undefined || (method !== 'GET' && method !== 'DELETE');
  if (counted && !headers.has('content-length')) list['Content-Length'] = length;
  return list;
}
