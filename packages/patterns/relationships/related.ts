import type { EntityClass, EntityRepository, PatternSet, TableStore } from '@tablewright/core';

/** A repository class: what `Repository(Employee)` returns, or what extends it. */
export interface RelatedRepository<C extends EntityClass> {
  new (...args: never[]): EntityRepository<C>;
  readonly entity: C;
  readonly patterns: PatternSet;
}

/**
 * Whose entities are on the other side of a relation:
 *
 * - a repository class, which is constructed with the store of the repository that has the relation;
 * - an entity class, for a plain repository of it, or for a relation of a class with itself: then it is the very
 *   repository that has the relation;
 * - a repository that exists already;
 * - a function that gives one of the first two when it is needed, or makes a repository: for another table, or for
 *   classes that refer to each other. Those need their type written down: `(): RepositoryClass<typeof Employee> => …`.
 *
 * A class that declares the same table as the repository's own (or none) is looked for in the table that the
 * repository was opened with; any other in the table that it declares.
 */
export type Related<C extends EntityClass = EntityClass> =
  | C
  | RelatedRepository<C>
  | EntityRepository<C>
  | ((store: TableStore) => RelatedRepository<C> | EntityRepository<C>);

/** The entity class behind it. */
export type RelatedClass<R> = R extends { readonly entity: infer C extends EntityClass }
  ? C
  : R extends EntityClass
    ? R
    : R extends EntityRepository<infer C>
      ? C
      : R extends (store: TableStore) => infer Given
        ? RelatedClass<Given>
        : never;
