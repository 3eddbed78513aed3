import { type DefinitionScope, type Outbox, type PathReader, unlessUnfit } from '@tablewright/core';
import { indexRows, keysOf, sourceKeys } from '@tablewright/patterns/indexing';
import type { QueueOutbox } from '../src/outbox/outbox.js';
import type { RemoteIndex } from './compile-index.js';

/** How the planner and the query executor read the rows of an index that may lag behind. */
export function readerOf(scope: DefinitionScope, index: RemoteIndex): PathReader {
  const rows = indexRows(scope, index);
  const keys = keysOf(scope, index);
  const { table } = index;
  return {
    ...rows,
    path: { ...rows.path, onlyNamed: true, ...(table !== undefined && { table }) },
    // Another client may have given the entity values that no key of the index holds: it has no rows then.
    isCurrent: ({ partitionKey, rowKey }, entity) =>
      unlessUnfit(() => keys(scope.codec.encode(entity))).some(
        (key) => key.partitionKey === partitionKey && key.rowKey === rowKey,
      ),
    onLagging(row, { outbox, table: own }) {
      const source = sourceKeys(row);
      if (source) askFor(outbox, { table: own, partition: source.partitionKey });
    },
  };
}

/** The read is not to wait for it, and not to fail because of it. */
function askFor(
  outbox: Outbox | undefined,
  place: { readonly table: string; readonly partition: string },
): void {
  (outbox as Partial<QueueOutbox> | undefined)?.lookAt?.(place);
}
