import type { IncomingMessage } from 'node:http';
import type { HttpHeaders, PipelineResponse } from '@azure/core-rest-pipeline';
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
    const outgoing = target.open(request.method, path, nodeHeaders(request, target, length));
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
    const onError = (cause: Error) => fail(connectionFailure(cause, request));

    // The listener stays: a connection that was given up may complain once more.
    outgoing.on('error', onError);
    outgoing.on('response', (incoming: IncomingMessage) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A connection that breaks off ends in an error, never in half a reply.
      incoming.on('error', onError);
      incoming.on('end', () => {
        settle();
        resolve({
          request,
          status: incoming.statusCode ?? 0,
          headers: new ReplyHeaders(incoming.headers),
          bodyAsText: bodyText(chunks),
        });
      });
    });
    // Pure ASCII, as nearly always, need not be encoded.
    if (typeof body === 'string') outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    else outgoing.end(body);
  });
}

function nodeHeaders({ method, headers, body }: PlainRequest, target: Target, length: number): string[] {
  const list: string[] = [];
  if (!headers.has('host')) list.push('Host', target.host);
  append(headers, list);
  // Without it node would send a body in chunks, and an empty one as well.
  const counted = body !== undefined || (method !== 'GET' && method !== 'DELETE');
  if (counted && !headers.has('content-length')) list.push('Content-Length', String(length));
  return list;
}

function append(headers: HttpHeaders, list: string[]): void {
  if (headers instanceof RequestHeaders) headers.appendTo(list);
  else for (const [name, value] of headers) list.push(name, value);
}
