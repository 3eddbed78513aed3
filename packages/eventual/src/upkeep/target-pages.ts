import {
  type CallScope,
  type Continuation,
  nextKeyAfter,
  type RepositoryContext,
  type StoredRow,
  SYSTEM_PREFIX,
  scanRows,
} from '@tablewright/core';

/** All rows of a table whose RowKeys begin with a text, in all partitions: 1 request for each page. */
export async function* pagesBeginning(
  { store, model }: RepositoryContext,
  table: string,
  prefix: string,
  scope: CallScope,
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  const to = prefix === '' ? SYSTEM_PREFIX : nextKeyAfter(prefix);
  const plan = scanRows({ entity: model.name, table, from: prefix, to });
  let after: Continuation | undefined;
  do {
    const page = await store.listTyped(plan, after ? { after } : {}, scope);
    yield page.rows;
    after = page.next;
  } while (after);
}
