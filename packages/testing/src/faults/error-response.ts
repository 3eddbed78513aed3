import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { createHttpHeaders, type PipelineResponse } from '@azure/core-rest-pipeline';
import type { Exchange } from './fault.js';

/** Details of an injected error response. */
export interface RespondOptions {
  /** Seconds, sent as the `Retry-After` header. */
  readonly retryAfter?: number;
  /** The service's words; the code unless told. */
  readonly message?: string;
  /** Which operation of a table transaction is to blame, counted from 0; the first unless told. */
  readonly operation?: number;
}

/** An error response in the shape of the service that was asked. */
export function errorResponse(
  { request, recorded }: Pick<Exchange, 'request' | 'recorded'>,
  status: number,
  code: string,
  options: RespondOptions = {},
): PipelineResponse {
  const requestId = randomUUID();
  const headers = createHttpHeaders({
    date: new Date().toUTCString(),
    'x-ms-request-id': requestId,
    'x-ms-version': recorded.headers['x-ms-version'] ?? '2019-02-02',
    'x-ms-error-code': code,
  });
  if (options.retryAfter !== undefined) headers.set('retry-after', options.retryAfter);
  // The answer to HEAD has no body; there the header alone tells the code.
  if (request.method === 'HEAD') return { status, headers, request };

  const message = `${options.message ?? code}\nRequestId:${requestId}\nTime:${new Date().toISOString()}`;
  if (recorded.service !== 'table') {
    headers.set('content-type', 'application/xml');
    return { status, headers, request, bodyAsText: xmlError(code, message) };
  }
  if (recorded.path === '$batch' && isBlamedOnOneOperation(status)) {
    headers.delete('x-ms-error-code');
    headers.set('content-type', `multipart/mixed; boundary=batchresponse_${requestId}`);
    const blamed = `${options.operation ?? 0}:${message}`;
    return {
      status: 202,
      headers,
      request,
      bodyAsText: transactionError(requestId, status, odataError(code, blamed)),
    };
  }
  headers.set('content-type', 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8');
  return { status, headers, request, bodyAsText: odataError(code, message) };
}

/** A transaction refused for its content is answered with 202 and one inner error; the rest is refused whole. */
function isBlamedOnOneOperation(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

function odataError(code: string, value: string): string {
  return JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value } } });
}

function xmlError(code: string, message: string): string {
  const text = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const content = `<Code>${text(code)}</Code><Message>${text(message)}</Message>`;
  return `<?xml version="1.0" encoding="utf-8"?><Error>${content}</Error>`;
}

function transactionError(id: string, status: number, body: string): string {
  return [
    `--batchresponse_${id}`,
    `Content-Type: multipart/mixed; boundary=changesetresponse_${id}`,
    '',
    `--changesetresponse_${id}`,
    'Content-Type: application/http',
    'Content-Transfer-Encoding: binary',
    '',
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'DataServiceVersion: 3.0;',
    'Content-Type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8',
    '',
    body,
    `--changesetresponse_${id}--`,
    `--batchresponse_${id}--`,
    '',
  ].join('\r\n');
}
