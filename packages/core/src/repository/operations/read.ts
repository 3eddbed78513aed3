import type { EntityKeys } from '../../codec/index.js';
import type { CallScope, ReadRow } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { decodedRow } from '../decoded-row.js';
import { pointRead } from '../point-read.js';
import { readSplit } from '../split/index.js';
import { putStamp } from '../stamp.js';

/** Reads and decodes one entity: 1 request. */
export async function readEntity<E extends object>(
  context: RepositoryContext<E>,
  keys: EntityKeys,
  scope: CallScope,
): Promise<E | undefined> {
  const row = await readPrimary(context, keys, scope);
  if (!row || !context.codec.accepts(row.raw)) return undefined;
  if (context.patterns.stages.length === 0) return loadedEntity(context, row);
  return loadedEntity(context, await decodedRow(context, row));
}

/** The row of an entity, put together where it takes several: 1 request, or 1 for each page of its rows. */
export function readPrimary(
  context: RepositoryContext,
  keys: EntityKeys,
  scope: CallScope,
): Promise<ReadRow | undefined> {
  const { split } = context.patterns;
  return split ? readSplit(context, split, keys, scope) : context.store.read(pointRead(context, keys), scope);
}

/** A fresh instance that remembers what it was loaded from. */
export function loadedEntity<E extends object>(context: RepositoryContext<E>, row: ReadRow): E {
  return putStamp(context.codec.decode(row.raw, row), row);
}
