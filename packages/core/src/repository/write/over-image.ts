import { type ColumnDiff, checkWritable, storedColumns } from '../../codec/index.js';
import { emptyColumns, emptyTypes, type Row } from '../../edm/index.js';
import type { Change } from '../../plan/index.js';
import { EntityChangedError, EntityNotFoundError } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import type { Stamp } from '../stamp.js';
import type { Awaitable } from './awaitable.js';
import { type Image, rowOf } from './image.js';
import { rewriteRow } from './rewrite-row.js';
import { saysTheSame } from './seen.js';
import { decodeStages, encodeStages } from './stages.js';

/** The row that a write needs, at the version that its caller named, and not written by newer code. */
export function requireImage(
  context: RepositoryContext,
  image: Image | null | undefined,
  guard: string,
  seen?: Stamp,
): Image {
  const details = { entity: context.model.name, table: context.table };
  if (!image || !context.codec.accepts(image.columns)) throw new EntityNotFoundError(details);
  const isOther = guard !== '*' && image.etag !== '*' && image.etag !== guard;
  if (isOther && !(seen && saysTheSame(context, image, seen))) throw new EntityChangedError(details);
  checkWritable(context.codec, image.columns);
  return image;
}

/** Changed columns over a row that was read: a merge, or a replacement where columns go away. */
export function changeColumns(context: RepositoryContext, image: Image, diff: ColumnDiff): Change {
  const after = rewriteRow(image, diff, context.model.types);
  const { etag: ifMatch } = image;
  if (diff.removed.length > 0)
    return { primary: { kind: 'replace', row: after, ifMatch }, before: image, after };
  const row = rowOf(image, diff.columns, context.model.types);
  return { primary: { kind: 'merge', row, ifMatch, result: after.columns }, before: image, after };
}

/**
 * What an entity has, over a row that was read and may have more. An older row is brought to the class's version
 * by it: a new version over old columns could not be read any more.
 */
export function mergeEntity(context: RepositoryContext, image: Image, encoded: Row): Awaitable<Change> {
  const { codec, patterns } = context;
  if (patterns.stages.length > 0) return mergeStaged(context, image, encoded);
  return changeColumns(context, image, codec.mergeOver(image.columns, encoded));
}

async function mergeStaged(context: RepositoryContext, image: Image, encoded: Row): Promise<Change> {
  const { codec, model } = context;
  const raw =
    model.upgrades.size === 0 ? undefined : storedColumns(await decodeStages(context, image.columns));
  const diff = raw && codec.mergeOver(raw, encoded);
  if (!diff || diff.columns === encoded.columns) {
    const { columns } = await encodeStages(context, encoded);
    return changeColumns(context, image, { columns, removed: [] });
  }
  const whole = rewriteRow({ ...image, columns: raw }, diff, model.types);
  return replaceRow(image, await encodeStages(context, whole));
}

/** An entity in its stored form over a row that was read; columns that the class does not know stay. */
export async function restage(context: RepositoryContext, image: Image, encoded: Row): Promise<Change> {
  const { columns, types } = await encodeStages(context, encoded);
  const removed = context.model.columns.map(({ column }) => column).filter((column) => !(column in columns));
  return replaceRow(image, rewriteRow(image, { columns, removed }, types));
}

/** A row where none is. */
export function insertRow(row: Row): Change {
  return { primary: { kind: 'insert', row }, after: row };
}

/** A whole row in place of one that was read. */
export function replaceRow(image: Image, row: Row): Change {
  return { primary: { kind: 'replace', row, ifMatch: image.etag }, before: image, after: row };
}

/** A whole entity in place of the one that was read. What patterns keep in its row is not the entity's, and stays. */
export function replaceEntity({ patterns: { keeps } }: RepositoryContext, image: Image, row: Row): Change {
  const kept = keeps.size === 0 ? [] : Object.keys(image.columns).filter((column) => keeps.has(column));
  if (kept.length === 0) return replaceRow(image, row);
  const columns = Object.assign(emptyColumns(), row.columns);
  const types = Object.assign(emptyTypes(), row.types);
  for (const column of kept) {
    columns[column] = image.columns[column]!;
    types[column] = image.types[column]!;
  }
  return replaceRow(image, { ...row, columns, types });
}

/** Why a write that replaces the row has to read it, whatever its caller knows; left out where it need not. */
export function whyKeep({ patterns: { keeps } }: RepositoryContext): string | undefined {
  return keeps.size === 0 ? undefined : "the row holds columns that are not the entity's, and stay";
}
