import type { EntityClass, EntityOf, NeedsOutbox, Pattern, PatternHost } from '@tablewright/core';
import { IndexReader, readDeclarations } from '@tablewright/patterns/indexing';
import type { EventualIndexApi } from './api.js';
import { clashOf, clashOfTable } from './clash.js';
import { compileIndex, type RemoteIndex } from './compile-index.js';
import type { InterPartitionIndexDeclaration } from './declaration.js';
import type { DeclarationCheck } from './declaration-check.js';
import { derivedRows } from './derived-rows.js';
import { readerOf } from './reader.js';

/**
 * The inter-partition secondary index pattern: copies of each entity in other partitions, or in another table. What has
 * to be copied is recorded in the entity's own transaction and carried out by the outbox, so that a crash loses nothing;
 * until then the copies lag behind.
 *
 * @example
 * ```
 * class EmployeeRepository extends Repository(Employee).with(
 *   InterPartitionIndex({ byEmail: { partition: 'emails', row: 'email_{email}' } }),
 * ) {}
 * const employees = new EmployeeRepository(store, { outbox });
 * await employees.byEmail.entities({ email: 'jonesj@contoso.com' }).first();
 * ```
 */
export function InterPartitionIndex<
  C extends EntityClass,
  const D extends Readonly<Record<string, InterPartitionIndexDeclaration<EntityOf<C>>>>,
>(
  declarations: D & { readonly [N in keyof D]: DeclarationCheck<EntityOf<C>, D[N]> },
): Pattern<C, EventualIndexApi<C, D>, NeedsOutbox> {
  return {
    name: 'InterPartitionIndex',
    define(scope) {
      const indexes = readDeclarations(scope, declarations, ['partition', 'table']).map((declared) =>
        compileIndex(scope, declared),
      );
      return {
        deferred: indexes.map((index) => derivedRows(scope, index)),
        paths: indexes.map((index) => readerOf(scope, index)),
        members: Object.fromEntries(indexes.map((index) => [index.name, memberOf(index)])),
        clash: (patterns) =>
          clashOfTable(indexes, scope.model.table) ?? clashOf(indexes, scope.model, patterns),
        unfit: (_, table) => clashOfTable(indexes, table),
      };
    },
  };
}

function memberOf(index: RemoteIndex): (host: PatternHost) => unknown {
  return ({ context }) => {
    const copies = new IndexReader(context, index, 'copies');
    const entities = new IndexReader(context, index, 'entities');
    return {
      query: (args: object) => copies.query(args),
      entities: (args: object) => entities.query(args),
    };
  };
}
