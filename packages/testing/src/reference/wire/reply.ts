import { Readable } from 'node:stream';
import { createHttpHeaders, type PipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline';
import type { ServiceContext } from '../service-context.js';

/** What a service answers. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
}

/** The answer as an HTTP client hands it out, with the headers that every answer has. */
export function toResponse(
  { status, headers, body }: Reply,
  request: PipelineRequest,
  context: ServiceContext,
): PipelineResponse {
  const all = createHttpHeaders(headers);
  all.set('date', context.dateHeader());
  all.set('x-ms-request-id', context.requestId());
  const version = request.headers.get('x-ms-version');
  if (version !== undefined) all.set('x-ms-version', version);
  const clientId = request.headers.get('x-ms-client-request-id');
  if (clientId !== undefined) all.set('x-ms-client-request-id', clientId);
  if (body === undefined || request.method === 'HEAD') return { status, headers: all, request };
  if (isStreamed(request, status)) {
    return { status, headers: all, request, readableStreamBody: streamOf(body) };
  }
  const bodyAsText = typeof body === 'string' ? body : body.toString();
  return { status, headers: all, request, bodyAsText };
}

function isStreamed({ streamResponseStatusCodes: codes }: PipelineRequest, status: number): boolean {
  return codes !== undefined && (codes.has(status) || codes.has(Number.POSITIVE_INFINITY));
}

function streamOf(body: string | Buffer): NodeJS.ReadableStream {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false });
}
