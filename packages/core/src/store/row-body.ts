import { columnsBody, insertBody } from '../codec/index.js';
import type { RowOperation } from '../plan/index.js';

/** What is sent of a row; nothing when it is to be deleted. An insert names its keys in the body, not in the path. */
export function rowBody({ kind, row }: RowOperation): string | undefined {
  if (kind === 'delete') return undefined;
  return kind === 'insert' ? insertBody(row) : columnsBody(row);
}
