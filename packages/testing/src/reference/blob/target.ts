import { Refusal } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';
import type { Blob } from './blob.js';
import type { Container } from './container.js';

/** What a write stamps a blob with. */
export interface Stamps {
  now(): number;
  newEtag(): string;
}

/** What a request is about. */
export interface Target {
  readonly request: WireRequest;
  readonly container: Container;
  readonly name: string;
  readonly stamps: Stamps;
  readonly current: Blob | undefined;
}

export function existing({ current }: Target): Blob {
  if (current) return current;
  throw new Refusal(404, 'BlobNotFound', 'The specified blob does not exist.');
}

export const ENCRYPTED = { 'x-ms-request-server-encrypted': 'true' };

/** Puts a new version in place. What was staged for the old one is gone. */
export function store(
  { container, name, stamps, current }: Target,
  blob: Pick<Blob, 'type' | 'content' | 'headers' | 'metadata' | 'blocks'>,
): Blob {
  const now = stamps.now();
  const stored: Blob = {
    ...blob,
    name,
    length: blob.content.reduce((sum, { length }) => sum + length, 0),
    etag: stamps.newEtag(),
    modifiedAt: now,
    createdAt: current?.createdAt ?? now,
  };
  container.blobs.set(name, stored);
  container.staged.delete(name);
  return stored;
}

/** The same bytes, another version. */
export function restamped({ container, stamps }: Target, blob: Blob): Blob {
  const changed = { ...blob, etag: stamps.newEtag(), modifiedAt: stamps.now() };
  container.blobs.set(blob.name, changed);
  return changed;
}

export function wrongType(): Refusal {
  return new Refusal(409, 'InvalidBlobType', 'The blob type is invalid for this operation.');
}
