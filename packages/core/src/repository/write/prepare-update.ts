import { type ColumnDiff, checkWritable, storedColumns } from '../../codec/index.js';
import type { Row } from '../../edm/index.js';
import { asInstance } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { MissingETagError } from '../errors.js';
import { checkSameKey, ownStamp } from '../guard.js';
import type { Stamp } from '../stamp.js';
import { whenThere } from './awaitable.js';
import { carryCopies } from './carry-copies.js';
import { applyChanges, type ChangeSet, type SettledChanges, settleChanges } from './changes.js';
import { imageOfStamp, rowOf, wholeStamp } from './image.js';
import { changeColumns, mergeEntity, requireImage, restage } from './over-image.js';
import type { PreparedWrite } from './prepared.js';
import { remember } from './remember.js';
import { seenOf } from './seen.js';
import { encodeStages } from './stages.js';

/** Stores what changed on an instance, together with further changes. */
export function prepareUpdate<E extends object>(
  context: RepositoryContext<E>,
  given: E,
  changes: ChangeSet | undefined,
  guard: string | undefined,
): PreparedWrite<E> {
  const entity = asInstance(context.model, given);
  const stamp = ownStamp(context, entity);
  const ifMatch = guard ?? stamp?.etag;
  if (ifMatch === undefined) throw new MissingETagError(context.model.name, 'update');
  const settled = changes === undefined ? undefined : settleChanges(context, changes);
  // The instance gets the changes only once they are stored: other calls may be at work on it meanwhile.
  const wanted = settled ? encodeWith(context, entity, settled) : context.codec.encode(entity);
  const prepared = stamp
    ? insisting(prepareLoaded(context, entity, wanted, stamp, ifMatch), guard)
    : prepareUnseen(context, entity, wanted, ifMatch);
  if (!settled) return prepared;
  return {
    ...prepared,
    settle(etag, change, parts) {
      const updated = prepared.settle(etag, change, parts);
      applyChanges(entity, settled);
      // What the caller gave for a copy is overruled by what its source says.
      if (change?.copied) carryCopies(context, entity, change.copied);
      return updated;
    },
  };
}

/**
 * How a loaded entity (`wanted`, encoded) differs from what it was loaded from: nothing to send, one merge of
 * the changed columns, or, because a merge cannot remove a column, a read of the row and its replacement.
 */
export function prepareLoaded<E extends object>(
  context: RepositoryContext<E>,
  entity: E,
  wanted: Row,
  stamp: Stamp,
  ifMatch: string,
): PreparedWrite<E> {
  checkSameKey(context, entity, wanted);
  checkWritable(context.codec, stamp.raw);
  const diff = context.codec.diff(stamp.raw, wanted);
  // Over another version than the one that was loaded, the write may go, but its ETag would vouch for columns
  // that this instance has never seen.
  const isLoaded = ifMatch === stamp.etag;
  const whole = wholeStamp(context, stamp, ifMatch);
  const seen = seenOf(context, whole);
  const readsBecause = isEmpty(diff) ? undefined : whyRead(context, diff, whole !== undefined);
  /** What the instance knows to be stored afterwards, whatever else the row may hold. */
  const known = Object.assign(storedColumns(stamp.raw), diff.columns);
  for (const column of diff.removed) delete known[column];
  return {
    verb: 'update',
    context,
    keys: wanted,
    entity,
    ...(readsBecause !== undefined && { readsBecause }),
    seen,
    startsOver: ifMatch === '*',
    change(image) {
      if (isEmpty(diff)) return undefined;
      if (context.patterns.stages.length > 0) {
        return restage(context, requireImage(context, image, ifMatch), wanted);
      }
      if (image !== undefined || readsBecause !== undefined) {
        return changeColumns(context, requireImage(context, image, ifMatch, seen), diff);
      }
      if (context.looksFirst !== undefined) {
        return changeColumns(context, imageOfStamp(context, stamp), diff);
      }
      const row = rowOf(wanted, diff.columns, wanted.types);
      return { primary: { kind: 'merge', row, ifMatch, result: known } };
    },
    settle(etag, change, parts) {
      if (!change) return entity;
      const partial = stamp.partial ?? false;
      const { copied } = change;
      const version = isLoaded ? etag : undefined;
      return remember(context, entity, wanted, { etag: version, raw: known, partial, parts, copied });
    },
  };
}

/** Who names a version means that very one, and not what it says. */
function insisting<R>(prepared: PreparedWrite<R>, guard: string | undefined): PreparedWrite<R> {
  return guard === undefined ? prepared : { ...prepared, seen: undefined };
}

/** Nothing is known of the stored row: every column that has a value is written. */
function prepareUnseen<E extends object>(
  context: RepositoryContext<E>,
  entity: E,
  wanted: Row,
  ifMatch: string,
): PreparedWrite<E> {
  return {
    verb: 'update',
    context,
    keys: wanted,
    entity,
    ...(context.looksFirst !== undefined && { readsBecause: context.looksFirst }),
    startsOver: ifMatch === '*',
    change(image) {
      if (image !== undefined || context.looksFirst !== undefined) {
        return mergeEntity(context, requireImage(context, image, ifMatch), wanted);
      }
      return whenThere(encodeStages(context, wanted), (row) => ({
        primary: { kind: 'merge', row, ifMatch },
      }));
    },
    settle: (etag, change, parts) => {
      const { columns: raw } = wanted;
      return remember(context, entity, wanted, { etag, raw, partial: true, parts, copied: change?.copied });
    },
  };
}

function whyRead(context: RepositoryContext, diff: ColumnDiff, whole: boolean): string | undefined {
  if (diff.removed.length > 0) return 'a value is taken away, which a merge cannot do';
  return whole ? undefined : context.looksFirst;
}

function isEmpty({ columns, removed }: ColumnDiff): boolean {
  for (const _ in columns) return false;
  return removed.length === 0;
}

function encodeWith<E extends object>(
  context: RepositoryContext<E>,
  entity: E,
  changes: SettledChanges,
): Row {
  const restore = applyChanges(entity, changes);
  try {
    return context.codec.encode(entity);
  } finally {
    restore();
  }
}
