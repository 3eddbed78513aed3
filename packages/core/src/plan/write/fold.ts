import { emptyColumns, emptyTypes, type Row } from '../../edm/index.js';
import { TransactionShapeError } from '../../limits/index.js';
import { createsRow, type RowOperation } from '../operation.js';

/**
 * Two operations on one row, one after the other, as the single one that a transaction may hold.
 * `undefined`: together they do nothing.
 */
export function fold(first: RowOperation, second: RowOperation): RowOperation | undefined {
  if (first.kind === 'delete') return foldIntoDelete(first, second);
  if (second.kind === 'insert') refuse('it is written and then inserted');
  if (second.kind === 'delete') return foldDelete(first, second);
  const row = isPartial(second) ? mergeRows(first.row, second.row) : second.row;
  if (first.kind === 'insert') return { kind: 'insert', row };
  const ifMatch = 'ifMatch' in first ? guard(first.ifMatch, second) : undefined;
  const partial = isPartial(first) && isPartial(second);
  if (ifMatch === undefined) return { kind: partial ? 'upsertMerge' : 'upsertReplace', row };
  return partial ? { kind: 'merge', row, ifMatch } : { kind: 'replace', row, ifMatch };
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

function mergeRows(first: Row, second: Row): Row {
  return {
    partitionKey: first.partitionKey,
    rowKey: first.rowKey,
    columns: Object.assign(emptyColumns(), first.columns, second.columns),
    types: Object.assign(emptyTypes(), first.types, second.types),
  };
}

function refuse(what: string): never {
  throw new TransactionShapeError(
    `One row cannot be in a transaction twice like this: ${what}. Leave one of the two out, or send two transactions.`,
  );
}
