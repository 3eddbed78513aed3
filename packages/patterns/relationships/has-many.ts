import type { EntityClass, Pattern } from '@tablewright/core';
import type { HasManyCheck, HasManyDeclaration } from './has-many-declaration.js';
import { readManyRelation } from './many-declaration.js';
import { ManyRelation } from './many-relation.js';
import { readRelations } from './pairs.js';
import type { RelatedClass } from './related.js';
import type { HasCopies, SharesPartition, ToMany } from './to-many.js';

/** What a repository gains: each relation under its name. */
export type HasManyApi<C extends EntityClass, D extends Readonly<Record<string, HasManyDeclaration>>> = {
  readonly [N in keyof D]: ToMany<C, RelatedClass<D[N]['of']>, D[N]> &
    (D[N] extends { readonly samePartition: true }
      ? SharesPartition<C, RelatedClass<D[N]['of']>, D[N]>
      : unknown) &
    (D[N] extends { readonly copies: object } ? HasCopies<C> : unknown);
};

/**
 * Relations to all entities that have certain values: the employees of a department, the lines of an order. They may
 * be in the same partition, in another one, or in another table; what leads to them is in their own keys.
 *
 * @example
 * ```
 * class DepartmentRepository extends Repository(Department).with(
 *   HasMany({ employees: { of: EmployeeRepository, by: { department: 'name' } } }),
 * ) {}
 * const staff = await departments.employees.of(sales).all(); // 1 request for each 1,000
 * ```
 */
export function HasMany<C extends EntityClass, const D extends Readonly<Record<string, HasManyDeclaration>>>(
  declarations: D & { readonly [N in keyof D]: HasManyCheck<C, D[N]> },
): Pattern<C, HasManyApi<C, D>, {}> {
  return {
    name: 'HasMany',
    define(scope) {
      const relations = readRelations(scope, declarations).map(([name, declaration]) =>
        readManyRelation(scope, name, declaration),
      );
      return {
        members: Object.fromEntries(
          relations.map((relation) => [relation.name, (host) => new ManyRelation(relation, host)]),
        ),
      };
    },
  };
}
