import type { EntityClass, EntityOf, Pattern, PatternHost } from '@tablewright/core';
import { IndexReader } from '../indexing/index-reader.js';
import { indexRows } from '../indexing/index-rows.js';
import type { IndexApi } from './api.js';
import { compileIndex, type LocalIndex } from './compile-index.js';
import type { IndexDeclaration } from './declaration.js';
import type { DeclarationCheck } from './declaration-check.js';
import { derivedRows } from './derived-rows.js';
import { readIndexes } from './read-indexes.js';
import { UniqueIndexReader } from './unique-index-reader.js';

/**
 * The intra-partition secondary index pattern: copies of each entity under other RowKeys of its own partition,
 * written in the same transaction as the entity, so that they never differ from it. Each index is a member of
 * the repository, and serves its queries unasked. No further requests for writes: the copies ride along.
 *
 * @example
 * ```
 * class EmployeeRepository extends Repository(Employee).with(
 *   IntraPartitionIndex({
 *     byEmail: { row: 'email_{email}', unique: true, project: ['firstName', 'lastName'] },
 *     byName: { row: 'name_{lastName}_{firstName}' },
 *   }),
 * ) {}
 * await employees.byEmail.get({ department: 'Sales', email: 'jonesj@contoso.com' });
 * ```
 */
export function IntraPartitionIndex<
  C extends EntityClass,
  const D extends Readonly<Record<string, IndexDeclaration<EntityOf<C>>>>,
>(
  declarations: D & { readonly [N in keyof D]: DeclarationCheck<EntityOf<C>, D[N]> },
): Pattern<C, IndexApi<C, D>, {}> {
  return {
    name: 'IntraPartitionIndex',
    define(scope) {
      const indexes = readIndexes(scope, declarations).map((declared) => compileIndex(scope, declared));
      return {
        derivations: indexes.map((index) => derivedRows(scope, index)),
        paths: indexes.map((index) => indexRows(scope, index)),
        members: Object.fromEntries(indexes.map((index) => [index.name, memberOf(index)])),
      };
    },
  };
}

function memberOf(index: LocalIndex): (host: PatternHost) => unknown {
  return ({ context }) =>
    index.unique ? new UniqueIndexReader(context, index) : new IndexReader(context, index);
}
