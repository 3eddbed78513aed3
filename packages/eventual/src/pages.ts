import type { CallScope, Continuation, ScanPlan, StoredRow, TableStore } from '@tablewright/core';

/** What a scan finds, page by page: 1 request for each. */
export async function* pagesOf(
  store: TableStore,
  plan: ScanPlan,
  scope: CallScope,
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  let after: Continuation | undefined;
  do {
    const page = await store.listTyped(plan, after ? { after } : {}, scope);
    yield page.rows;
    after = page.next;
  } while (after);
}
