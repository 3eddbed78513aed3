import { type EntityKeys, OptionsError } from '@tablewright/core';

/** Where a bounded call stopped, as text that a caller can keep. */
export function writeCursor({ partitionKey, rowKey }: EntityKeys): string {
  return Buffer.from(JSON.stringify([partitionKey, rowKey]), 'utf8').toString('base64url');
}

export function readCursor(cursor: unknown): EntityKeys | undefined {
  if (cursor === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString('utf8'));
    if (Array.isArray(place) && place.length === 2 && place.every((key) => typeof key === 'string')) {
      return { partitionKey: place[0] as string, rowKey: place[1] as string };
    }
  } catch {
    // The same answer as for any other text.
  }
  throw new OptionsError('cursor', 'cursor is what an earlier call gave, unchanged.');
}
