import { TransactionShapeError } from '../../limits/index.js';
import type { Change } from '../../plan/index.js';
import { ServiceError } from '../../store/index.js';
import { type Image, rowOf } from './image.js';
import type { PreparedWrite } from './prepared.js';

/** One of the writes of a transaction, and which one it is. */
export interface Numbered {
  readonly write: PreparedWrite;
  readonly item: number;
}

/** Several writes of one row as one change. */
export interface OneChange {
  readonly change: Change | undefined;
  /** What each of the writes does, in their order. */
  readonly each: readonly (Change | undefined)[];
}

/**
 * Several writes of one row, each over what the one before it leaves. A transaction holds each row once, so the
 * result is worked out from what is stored, which has to be read unless the first of them inserts it.
 */
export async function asOneChange(writes: readonly Numbered[], stored: Image | null): Promise<OneChange> {
  const [{ write: first }] = writes as readonly [Numbered];
  const inserts = first.verb === 'insert';
  const before = inserts ? null : stored;
  const each: (Change | undefined)[] = [];
  let current = before;
  for (const write of writes) {
    const change = await changeOf(write, current);
    each.push(change);
    if (change) current = change.after ? { ...change.after, etag: before?.etag ?? '*' } : null;
  }
  const last = writes.at(-1)!.item;
  return { change: each.some(Boolean) ? between(before, current, inserts, last) : undefined, each };
}

function between(
  before: Image | null,
  after: Image | null,
  inserts: boolean,
  item: number,
): Change | undefined {
  const row = after && rowOf(after, after.columns, after.types);
  if (!before) {
    if (row) return { primary: { kind: 'insert', row }, after: row };
    if (!inserts) return undefined;
    throw new TransactionShapeError(
      'An entity is inserted and then deleted in one transaction. Leave both out.',
      item,
    );
  }
  const ifMatch = before.etag;
  if (!row) return { primary: { kind: 'delete', row: before, ifMatch }, before };
  return { primary: { kind: 'replace', row, ifMatch }, before, after: row };
}

/** What one of several writes does. Says which one it is when it cannot be. */
export function changeOf({ write, item }: Numbered, image: Image | null | undefined) {
  const fail = (error: unknown): never => {
    if (error instanceof TransactionShapeError) throw new TransactionShapeError(error.message, item);
    if (error instanceof ServiceError) throw error.inTransaction(item, write.verb);
    throw error;
  };
  try {
    const change = write.change(image);
    return change instanceof Promise ? change.catch(fail) : change;
  } catch (error) {
    return fail(error);
  }
}
