import type { EntityKeys } from '../../codec/index.js';
import type { Row } from '../../edm/index.js';
import type { RowOperation } from '../../plan/index.js';
import { type CallScope, EntityChangedError, EntityNotFoundError } from '../../store/index.js';
import { MissingETagError } from '../errors.js';
import { type GuardOptions, givenGuard } from '../guard.js';
import { putStamp } from '../stamp.js';
import { rewriteRow } from '../write/rewrite-row.js';
import { type BagChanges, bagChanges, isUnchanged } from './bag-changes.js';
import { BAG, type BagContext, bagRead, bagStamp, rowOfBag, writeBagRow } from './bag-context.js';
import { cellsOf, type PropertyBag } from './property-bag.js';

/** How much of the row a bag knows after a write: all of it, its own columns only, or less than its ETag would say. */
type Knowledge = 'whole' | 'part' | 'none';

/** The If-Match of a write; refuses to overwrite blindly. */
export function bagGuard(
  context: BagContext,
  operation: string,
  bag: EntityKeys,
  options: GuardOptions,
): string {
  const guard = givenGuard(options) ?? bagStamp(context, bag)?.etag;
  if (guard === undefined) throw new MissingETagError(BAG, operation);
  return guard;
}

/** Writes a bag and lets it remember what is stored now. */
export async function writeBag(
  context: BagContext,
  bag: PropertyBag,
  row: Row,
  operation: RowOperation,
  knowledge: Knowledge,
  scope: CallScope,
): Promise<PropertyBag> {
  const { partitionKey, rowKey } = row;
  const etag = await writeBagRow(context, operation, scope);
  // Without an ETag that vouches for the columns the old one stays, if any: the next write is then refused.
  if (etag === undefined || knowledge === 'none') return bag;
  cellsOf(bag)!.stored = { row, whole: knowledge === 'whole' };
  return putStamp(bag, { etag, raw: row.columns, partitionKey, rowKey, origin: context.origin });
}

/**
 * Stores what changed: one merge, or, because a merge cannot remove a column, one replacement of the row, all
 * of whose columns and types the bag knows. Where it does not know them all, they are read first.
 */
export async function updateBag(
  context: BagContext,
  bag: PropertyBag,
  options: GuardOptions,
  scope: CallScope,
): Promise<PropertyBag> {
  const row = rowOfBag(bag);
  const stamp = bagStamp(context, bag);
  const ifMatch = bagGuard(context, 'update', bag, options);
  const stored = stamp && cellsOf(bag)!.stored;
  const whole = stored?.whole === true;
  const changes = bagChanges(stored?.row, row);
  if (stored && isUnchanged(changes)) return bag;
  const seen = ifMatch === stamp?.etag;
  const known = whole ? 'whole' : 'part';
  if (changes.removed.length > 0) {
    const operation =
      seen && whole
        ? ({ kind: 'replace', row, ifMatch } as const)
        : await removalOverOther(context, row, changes, ifMatch, scope);
    return writeBag(context, bag, row, operation, seen ? known : 'none', scope);
  }
  const operation: RowOperation = {
    kind: 'merge',
    row: { ...row, columns: changes.columns },
    ifMatch,
    ...(seen && whole && { result: row.columns }),
  };
  const knowledge = seen || !stamp ? known : 'none';
  return writeBag(context, bag, row, operation, knowledge, scope);
}

/** Over a row of which the bag does not know all columns: the others are read first, and kept. */
async function removalOverOther(
  context: BagContext,
  { partitionKey, rowKey, types }: Row,
  { columns, removed }: BagChanges,
  ifMatch: string,
  scope: CallScope,
): Promise<RowOperation> {
  const found = await context.store.readTyped(bagRead(context, partitionKey, rowKey), scope);
  const details = { entity: BAG, table: context.table };
  if (!found) throw new EntityNotFoundError(details);
  if (ifMatch !== '*' && ifMatch !== found.etag) throw new EntityChangedError(details);
  const row = rewriteRow(found, { columns, removed }, types);
  return { kind: 'replace', row, ifMatch: found.etag };
}
