import type {
  Changes,
  ClassOf,
  EntityClass,
  EntityOf,
  EntityRepository,
  KeyArgs,
  KeyTemplate,
  MixedMember,
} from '@tablewright/core';

/** A class with a key that others extend. It may be abstract. */
export interface BaseClass<E extends object = object, K extends KeyTemplate = KeyTemplate> {
  readonly prototype: E;
  readonly key: K;
}

/** The instance type of a base class. */
export type BaseOf<B extends BaseClass> = B['prototype'];

/** What addresses one entity of a family, whatever its class. */
export type FamilyKey<B extends BaseClass> = KeyArgs<BaseOf<B>, B['key']>;

/** The members of a family: entity classes that extend its base, or their repository classes with patterns. */
export type MembersOf<B extends BaseClass> = readonly MemberOf<EntityClass<BaseOf<B>, B['key']>>[];

/** An entity class, or its repository class. */
export type MemberOf<C extends EntityClass> = C | (MixedMember & { readonly entity: C });

/** The entity classes of some members. */
export type ClassesOf<M extends readonly MixedMember[]> = ClassOf<M[number]>;

/** An entity of one of the members' classes. Narrow it with `instanceof`. */
export type ItemOf<M extends readonly MixedMember[]> = EntityOf<ClassesOf<M>>;

/** The repository of one of the members' classes: with the patterns of its repository class, if that is the member. */
export type RepositoryIn<M, C extends EntityClass> = M extends {
  readonly entity: infer D;
  readonly prototype: infer R;
}
  ? Same<C, D> extends true
    ? R
    : never
  : Same<C, M> extends true
    ? EntityRepository<C>
    : never;

/** Identity, not assignability: classes that differ in optional properties alone can stand for each other. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** What can be changed of an entity: of several classes only what they share. */
export type ChangesOf<M extends readonly MixedMember[], E> = Changes<E, ClassesOf<M>['key']>;
