import type { PipelineRequest } from '@azure/core-rest-pipeline';

type Bytes = string | Buffer | undefined;

/** What a request carries. Text and bytes are here at once; a stream has to be read first. */
export function bodyOf({ body }: PipelineRequest): Bytes | Promise<Bytes> {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return read(typeof body === 'function' ? body() : body);
}

async function read(source: unknown): Promise<Buffer> {
  if (source instanceof Blob) return Buffer.from(await source.arrayBuffer());
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Uint8Array | string>)
    chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
