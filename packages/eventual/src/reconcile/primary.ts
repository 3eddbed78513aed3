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

/** What there is under the keys of an entity: it, at some version, or one of another class, or nothing. */
export type Presence = bigint | 'another' | 'none';

/** 1 request. */
export async function presenceOf({ context }: Known, keys: EntityKeys, scope: CallScope): Promise<Presence> {
  const stored = await context.store.readTyped(pointRead(context, keys), scope);
  if (!stored) return 'none';
  return context.codec.accepts(stored.columns) ? versionOf(stored) : 'another';
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
