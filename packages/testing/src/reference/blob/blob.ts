/** The headers that a client may store with a blob, by how they are sent and how they come back. */
export const CONTENT_HEADERS = {
  'content-type': 'x-ms-blob-content-type',
  'content-encoding': 'x-ms-blob-content-encoding',
  'content-language': 'x-ms-blob-content-language',
  'content-disposition': 'x-ms-blob-content-disposition',
  'cache-control': 'x-ms-blob-cache-control',
  'content-md5': 'x-ms-blob-content-md5',
} as const;

export type ContentHeader = keyof typeof CONTENT_HEADERS;
export type BlobType = 'BlockBlob' | 'AppendBlob';

export interface Block {
  readonly id: string;
  readonly bytes: Buffer;
}

/** One blob, never changed: a write puts another in its place. */
export interface Blob {
  readonly name: string;
  readonly type: BlobType;
  readonly content: readonly Buffer[];
  readonly length: number;
  readonly headers: Readonly<Partial<Record<ContentHeader, string>>>;
  readonly metadata: ReadonlyMap<string, string>;
  /** Those that a block list named, in its order. */
  readonly blocks: readonly Block[];
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly createdAt: number;
}

export function bytesOf({ content }: Blob): Buffer {
  return content.length === 1 ? content[0]! : Buffer.concat(content);
}
