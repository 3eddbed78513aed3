import {
  type CallScope,
  type EntityKeys,
  pointRead,
  type Row,
  type StoredRow,
  unlessUnfit,
} from '@tablewright/core';
import { versionOf } from '../rows/system-row.js';
import type { Known } from './known.js';

/** A primary row as it is stored, and what follows from it elsewhere. */
export interface Primary {
  readonly stored: StoredRow;
  readonly version: bigint;
  readonly rows: readonly Row[];
}

/** `undefined`: there is no such entity. 1 request. */
export async function readPrimaryOf(
  { context, derivation }: Known,
  keys: EntityKeys,
  scope: CallScope,
): Promise<Primary | undefined> {
  const stored = await context.store.readTyped(pointRead(context, keys), scope);
  if (!stored || !context.codec.accepts(stored.columns)) return undefined;
  const rows = unlessUnfit(() => derivation.derive(context.codec.upgraded(stored)));
  return { stored, version: versionOf(stored), rows };
}
