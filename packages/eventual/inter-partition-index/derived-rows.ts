import { type DefinitionScope, isKeyOf } from '@tablewright/core';
import { keysOf, sourceKeys } from '@tablewright/patterns/indexing';
import { type DeferredRows, deferredRows } from '../src/deferred-rows.js';
import type { RemoteIndex } from './compile-index.js';
import { fingerprintOf } from './fingerprint.js';

/** What exists in an index because an entity exists. Works on stored rows alone, and so can be repeated. */
export function derivedRows(scope: DefinitionScope, index: RemoteIndex): DeferredRows {
  const { name, state, table, columns } = index;
  const keys = keysOf(scope, index);
  const { model, codec } = scope;
  return deferredRows({
    entity: model.name,
    name,
    state,
    table,
    fingerprint: fingerprintOf(index, model),
    rowPrefix: index.row.encodePrefix({}, 0),
    derive: (primary) =>
      keys(primary).map((key) => ({ ...key, columns: columns.copy(primary), types: columns.types })),
    sourceOf({ partitionKey, columns: raw }) {
      const source = sourceKeys({ partitionKey, raw });
      // Indexes of other entities may have rows in the same table: they are not ours to judge.
      if (!source || !codec.accepts(raw) || !isKeyOf(model.partition, source.partitionKey)) return undefined;
      return isKeyOf(model.row, source.rowKey) ? source : undefined;
    },
  });
}
