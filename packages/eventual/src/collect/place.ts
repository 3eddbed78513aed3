import { type Continuation, OptionsError } from '@tablewright/core';
import type { Range } from './ranges.js';

/** Which range, and where in it. */
export interface CollectPlace {
  readonly range: number;
  readonly after?: Continuation;
}

export function writePlace({ range, after }: CollectPlace, ranges: readonly Range[]): string {
  return Buffer.from(JSON.stringify([ranges[range]!.name, after ?? null]), 'utf8').toString('base64url');
}

export function readPlace(cursor: unknown, ranges: readonly Range[]): CollectPlace {
  if (cursor === undefined) return { range: 0 };
  try {
    const place: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString('utf8'));
    const [name, after] = Array.isArray(place) ? (place as [unknown, unknown]) : [];
    const range = ranges.findIndex((one) => one.name === name);
    if (range >= 0 && after === null) return { range };
    if (range >= 0 && isContinuation(after)) return { range, after };
  } catch {
    // The same answer as for any other text.
  }
  throw new OptionsError(
    'cursor',
    'cursor is what an earlier call gave, unchanged, for the same repositories.',
  );
}

function isContinuation(value: unknown): value is Continuation {
  const { partitionKey, rowKey = '' } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof partitionKey === 'string' && typeof rowKey === 'string';
}
