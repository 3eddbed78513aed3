import type { RowPart, WritePlan } from '../../plan/index.js';
import { etagOfParts } from './etag-of-parts.js';

/** The version of an entity after a write, and of the rows that it takes. */
export interface SettledVersion {
  readonly etag: string | undefined;
  readonly parts?: readonly RowPart[];
}

/** Of the entity of a write, from the new ETags of the rows that were written. */
export function settledVersion(
  { parts }: Pick<WritePlan, 'parts'>,
  item: number,
  etagOf: (rowKey: string) => string | undefined,
): SettledVersion | undefined {
  const planned = parts?.get(item);
  if (!planned) return undefined;
  const known: RowPart[] = [];
  for (const { rowKey, columns, marks, etag } of planned) {
    const current = etagOf(rowKey) ?? etag;
    if (current === undefined) return { etag: undefined };
    known.push({ rowKey, columns, marks, etag: current });
  }
  // Without rows it was deleted.
  return known.length === 0 ? { etag: undefined } : { etag: etagOfParts(known), parts: known };
}
