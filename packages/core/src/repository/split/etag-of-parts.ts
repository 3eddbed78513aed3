import { createHash } from 'node:crypto';

/**
 * The version of an entity that takes several rows: another one as soon as any of them has another one. Of a single
 * row it is the row's own.
 */
export function etagOfParts(parts: readonly { readonly etag: string }[]): string {
  if (parts.length === 1) return parts[0]!.etag;
  const all = createHash('sha256').update(parts.map(({ etag }) => etag).join('\n'));
  return `W/"${all.digest('base64url')}"`;
}
