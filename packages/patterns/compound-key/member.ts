import {
  type EntityClass,
  type EntityRepository,
  type PatternSet,
  Repository,
  type RepositoryOptions,
  type TableStore,
} from '@tablewright/core';

/** A repository class, with its patterns. */
interface RepositoryMember {
  new (...args: never[]): object;
  readonly entity: EntityClass;
  readonly patterns: PatternSet;
}

/** What a child is declared by: its entity class, or its repository class if it has patterns or methods of its own. */
export type ChildMember = EntityClass | RepositoryMember;

/** The children of a family by their names. */
export type Children = Readonly<Record<string, ChildMember>>;

/** The repository of a child, as its own class makes it. */
export type RepositoryOf<M> = M extends { readonly patterns: PatternSet; new (...args: never[]): infer R }
  ? R
  : M extends EntityClass
    ? EntityRepository<M>
    : never;

/** A repository class whose constructor takes what all of them take. */
export interface AnyRepositoryClass {
  new (store: TableStore, options?: RepositoryOptions): EntityRepository<EntityClass>;
  readonly entity: EntityClass;
  readonly patterns: PatternSet;
}

/** The repository class of a member; `undefined` for what is neither it nor an entity class. */
export function repositoryClassOf(member: unknown): AnyRepositoryClass | undefined {
  if (typeof member !== 'function') return undefined;
  if ('entity' in member && 'patterns' in member) return member as unknown as AnyRepositoryClass;
  if (!('key' in member)) return undefined;
  return Repository(member as unknown as EntityClass) as unknown as AnyRepositoryClass;
}
