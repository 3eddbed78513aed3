import { type Continuation, OptionsError } from '@tablewright/core';

/** Which table, and where in it. */
export interface CollectPlace {
  readonly table: number;
  readonly after?: Continuation;
}

export function writePlace({ table, after }: CollectPlace, tables: readonly string[]): string {
  return Buffer.from(JSON.stringify([tables[table], after ?? null]), 'utf8').toString('base64url');
}

export function readPlace(cursor: unknown, tables: readonly string[]): CollectPlace {
  if (cursor === undefined) return { table: 0 };
  try {
    const place: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString('utf8'));
    const [name, after] = Array.isArray(place) ? (place as [unknown, unknown]) : [];
    const table = tables.indexOf(String(name));
    if (table >= 0 && after === null) return { table };
    if (table >= 0 && isContinuation(after)) return { table, after };
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
