import type { EntityClass, EntityOf, Pattern } from '@tablewright/core';
import type { IndexEntitiesApi } from './api.js';
import { compileList } from './compile-list.js';
import type { ListDeclaration } from './declaration.js';
import type { ListCheck } from './declaration-check.js';
import { ListReader } from './list-reader.js';
import { listedEntities } from './listed-entities.js';
import { readDeclarations } from './read-declarations.js';

/**
 * The index entities pattern, in the entities' own partition: for each value a row that lists the ids of the entities
 * that have it. A write that changes the value reads the lists concerned (1 request each, side by side) and changes
 * them in the entity's own transaction, under their ETags; it starts over when another process was faster. Writers of
 * one process take turns. Other writes cost nothing more.
 *
 * @example
 * ```
 * class EmployeeRepository extends Repository(Employee).with(
 *   IndexEntities({ byLastName: { row: 'lastname_{lastName}', column: 'EmployeeIDs' } }),
 * ) {}
 * await employees.byLastName.find({ department: 'Sales', lastName: 'Jones' });
 * ```
 */
export function IndexEntities<
  C extends EntityClass,
  const D extends Readonly<Record<string, ListDeclaration<EntityOf<C>>>>,
>(
  declarations: D & { readonly [N in keyof D]: ListCheck<EntityOf<C>, D[N]> },
): Pattern<C, IndexEntitiesApi<C, D>, {}> {
  return {
    name: 'IndexEntities',
    define(scope) {
      const lists = readDeclarations(scope, declarations).map((declared) => {
        const list = compileList(scope, declared);
        return { list, listed: listedEntities(scope, list) };
      });
      return {
        derivations: lists.map(({ listed }) => listed),
        members: Object.fromEntries(
          lists.map(({ list, listed }) => [list.name, (host) => new ListReader(host, list, listed)]),
        ),
      };
    },
  };
}
