import { Refusal } from './refusal.js';
import type { WireRequest } from './wire-request.js';

export const METADATA_PREFIX = 'x-ms-meta-';
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MOST_BYTES = 8_192;

/** The user's own names and values of a queue, a container or a blob. */
export function metadataOfHeaders(request: WireRequest): Map<string, string> {
  const metadata = request.headersOf(METADATA_PREFIX);
  let bytes = 0;
  for (const [name, value] of metadata) {
    if (!IDENTIFIER.test(name)) {
      throw new Refusal(
        400,
        'InvalidMetadata',
        'The specified metadata is invalid: a name is no identifier.',
      );
    }
    bytes += name.length + value.length;
  }
  if (bytes > MOST_BYTES) {
    throw new Refusal(
      400,
      'MetadataTooLarge',
      'The metadata specified exceeds the maximum permissible limit (8KB).',
    );
  }
  return metadata;
}

export function metadataHeaders(metadata: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...metadata].map(([name, value]) => [METADATA_PREFIX + name, value]));
}

/** Names are compared without regard to case. */
export function sameMetadata(one: ReadonlyMap<string, string>, two: ReadonlyMap<string, string>): boolean {
  const text = (metadata: ReadonlyMap<string, string>) =>
    JSON.stringify([...metadata].map(([name, value]) => [name.toLowerCase(), value]).sort());
  return text(one) === text(two);
}
