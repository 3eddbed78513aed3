import type { CallScope, RowOperation } from '@tablewright/core';
import type { Target } from './bring-to.js';

/** A guard and its rows, in one transaction: nobody sees one without the other. The new ETag of the guard. */
export async function sendTogether(
  { store, source, place }: Target,
  guard: RowOperation,
  rows: readonly RowOperation[],
  scope: CallScope,
): Promise<string | undefined> {
  const operations = [guard, ...rows];
  const plan = { kind: 'write', entity: source.derivation, table: place.table, operations } as const;
  const [etag] = await store.write(plan, scope);
  return etag;
}
