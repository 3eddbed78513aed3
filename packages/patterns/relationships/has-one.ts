import type { EntityClass, Pattern } from '@tablewright/core';
import type { HasOneCheck, HasOneDeclaration, UsedByOne } from './has-one-declaration.js';
import { readOneRelation } from './one-declaration.js';
import { OneRelation } from './one-relation.js';
import { readRelations } from './pairs.js';
import type { RelatedClass } from './related.js';
import type { ToOne } from './to-one.js';

/** What a repository gains: each relation under its name. */
export type HasOneApi<C extends EntityClass, D extends Readonly<Record<string, HasOneDeclaration>>> = {
  readonly [N in keyof D]: ToOne<C, RelatedClass<D[N]['of']>, UsedByOne<D[N]>>;
};

/**
 * Relations whose other side is found by its key: a department of an employee, a manager, the row with the details.
 * The key is worked out from properties of this side, so that the other side is one point read away. Nothing is
 * stored but the properties that the class has.
 *
 * @example
 * ```
 * class EmployeeRepository extends Repository(Employee).with(
 *   HasOne({
 *     manager: { of: Employee, by: { department: 'department', id: 'managerId' } },
 *     details: { of: EmployeeDetails }, // the same key in another table: no link is stored
 *   }),
 * ) {}
 * const boss = await employees.manager.of(jones); // 1 request
 * ```
 */
export function HasOne<C extends EntityClass, const D extends Readonly<Record<string, HasOneDeclaration>>>(
  declarations: D & { readonly [N in keyof D]: HasOneCheck<C, D[N]> },
): Pattern<C, HasOneApi<C, D>, {}> {
  return {
    name: 'HasOne',
    define(scope) {
      const relations = readRelations(scope, declarations).map(([name, declaration]) =>
        readOneRelation(scope, name, declaration),
      );
      return {
        members: Object.fromEntries(
          relations.map((relation) => [relation.name, (host) => new OneRelation(relation, host)]),
        ),
      };
    },
  };
}
