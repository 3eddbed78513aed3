import { emptyColumns } from '../../edm/index.js';
import { TransactionShapeError } from '../../limits/index.js';
import { createsRow, type RowOperation } from '../operation.js';
import { mergeRows } from './view.js';

/**
 * Two operations on one row, one after the other, as the single one that a transaction may hold.
 * `undefined`: together they do nothing.
 */
export function fold(first: RowOperation, second: RowOperation): RowOperation | undefined {
  if (first.kind === 'delete') return foldIntoDelete(first, second);
  if (second.kind === 'insert') return foldInsert(first, second);
  if (second.kind === 'delete') return foldDelete(first, second);
  const row = isPartial(second) ? mergeRows(first.row, second.row) : second.row;
  if (first.kind === 'insert') return { kind: 'insert', row };
  const ifMatch = 'ifMatch' in first ? guard(first.ifMatch, second) : versionSeen(second);
  const partial = isPartial(first) && isPartial(second);
  if (ifMatch === undefined) return { kind: partial ? 'upsertMerge' : 'upsertReplace', row };
  if (!partial) return { kind: 'replace', row, ifMatch };
  const known = first.kind === 'merge' && first.result;
  const result = known && Object.assign(emptyColumns(), known, second.row.columns);
  return { kind: 'merge', row, ifMatch, ...(result && { result }) };
}

/** Of an upsert and somebody who looked and saw no row there, the latter knows more. */
function foldInsert(first: RowOperation, second: RowOperation): RowOperation {
  if (!createsRow(first) || first.kind === 'insert') refuse('it is written and then inserted');
  return { kind: 'insert', row: mergeRows(first.row, second.row) };
}

/** The version at which somebody saw the row: an upsert of it is then held to that. */
function versionSeen(operation: RowOperation): string | undefined {
  return 'ifMatch' in operation && operation.ifMatch !== '*' ? operation.ifMatch : undefined;
}

function foldIntoDelete(
  first: Extract<RowOperation, { kind: 'delete' }>,
  second: RowOperation,
): RowOperation {
  if (!createsRow(second)) refuse('it is deleted and then changed');
  return { kind: 'replace', row: second.row, ifMatch: first.ifMatch };
}

function foldDelete(
  first: Exclude<RowOperation, { kind: 'delete' }>,
  second: Extract<RowOperation, { kind: 'delete' }>,
): RowOperation | undefined {
  if (first.kind === 'insert') return undefined;
  if (!('ifMatch' in first)) return refuse('it is upserted and then deleted');
  return { ...second, ifMatch: guard(first.ifMatch, second) };
}

/** The stricter of two guards; two different versions cannot both be there. */
function guard(first: string, second: RowOperation): string {
  const other = 'ifMatch' in second ? second.ifMatch : '*';
  if (first === '*') return other;
  if (other !== '*' && other !== first) refuse('it is asked for at two different versions');
  return first;
}

function isPartial({ kind }: RowOperation): boolean {
  return kind === 'merge' || kind === 'upsertMerge';
}

function refuse(what: string): never {
  throw new TransactionShapeError(
    `One row cannot be in a transaction twice like this: ${what}. Leave one of the two out, or send two transactions.`,
  );
}
