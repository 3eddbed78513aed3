import type { RequestBodyType } from '@azure/core-rest-pipeline';
import { withoutSecretsInBody } from './secrets.js';

/** The body as a reader wants to see it. Streams stay unread: reading one here would take it from the server. */
export function bodyText(body: RequestBodyType | undefined): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return withoutSecretsInBody(body);
  if (body instanceof ArrayBuffer) return bytesText(Buffer.from(body));
  if (ArrayBuffer.isView(body)) {
    return bytesText(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  }
  return '<stream>';
}

function bytesText(bytes: Buffer): string {
  try {
    return withoutSecretsInBody(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return `<${bytes.byteLength} bytes>`;
  }
}
