import {
  type CallScope,
  nextKeyAfter,
  type RepositoryContext,
  type StoredRow,
  SYSTEM_PREFIX,
  scanRows,
} from '@tablewright/core';
import { pagesOf } from '../pages.js';

/** All rows of a table whose RowKeys begin with a text, in all partitions: 1 request for each page. */
export function pagesBeginning(
  { store, model }: RepositoryContext,
  table: string,
  prefix: string,
  scope: CallScope,
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  const to = prefix === '' ? SYSTEM_PREFIX : nextKeyAfter(prefix);
  const plan = scanRows({ entity: model.name, table, from: prefix, to });
  return pagesOf(store, plan, scope);
}
