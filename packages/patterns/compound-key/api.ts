import type {
  CallOptions,
  ClassOf,
  EntityClass,
  EntityOf,
  Explanation,
  Input,
  KeyOf,
  ModifyOptions,
  NeedsOutbox,
  Query,
} from '@tablewright/core';
import type { Families } from './families.js';
import type { Family, FamilyArgs, FamilyEnd, NewChildren, WholeFamily } from './family.js';
import type { Children, RepositoryOf } from './member.js';

/** What the repository of a child has besides what all have. */
export interface OfParent<C extends EntityClass, R extends EntityClass> {
  /**
   * A query for the children of one parent: an entity, or the key of one, whether it exists or not. The same as
   * `query()` with the parent's key. Nothing is sent until it is read: then 1 request for each page of up to 1,000.
   * @example `employees.reviews.of(jones).between({ year: 2010 }, { year: 2014 })`
   */
  of(parent: EntityOf<C> | KeyOf<C>): Query<EntityOf<R>, R['key']>;
}

/** The repository of a child, over the parent's table. */
export type ChildRepository<C extends EntityClass, M> = RepositoryOf<M> & OfParent<C, ClassOf<M>>;

/** What is done with a parent and its children together. */
export interface FamilyOperations<C extends EntityClass, D extends Children> {
  /**
   * The entity with this key and all of its children. 1 request; 1 more for each further 1,000 rows. Where nothing is
   * stored, `parent` is `undefined` and all lists are empty.
   * @example `const { parent, reviews } = await employees.family({ department: 'Sales', id: 123 });`
   */
  family(key: KeyOf<C>, options?: CallOptions): Promise<Family<C, D>>;

  /** The same, or EntityNotFoundError where the parent is missing, whether it has children or not. As many requests. */
  familyOrThrow(key: KeyOf<C>, options?: CallOptions): Promise<WholeFamily<C, D>>;

  /**
   * One family after the other, in the order of their keys, orphans included: of a partition, or of those whose row
   * keys begin with some values. Holds one family and two pages of rows in memory. Nothing is sent until it is read:
   * then 1 request for each page of up to 1,000 rows, and one request ahead.
   * @example `for await (const { parent, reviews } of employees.families({ department: 'Sales' })) …`
   */
  families(args: FamilyArgs<C>): Families<Family<C, D>, FamilyEnd<C>>;

  /**
   * Inserts a parent and children in one transaction: all or nothing. Children given as plain objects may leave out
   * what the parent's key tells. 1 request. A LimitError, before anything is sent, for more than 100 rows; those that
   * patterns derive count.
   * @example `await employees.insertFamily(jones, { reviews: [{ year: 2012, rating: 4 }] });`
   */
  insertFamily(
    parent: Input<C>,
    children?: NewChildren<C, D>,
    options?: CallOptions,
  ): Promise<WholeFamily<C, D>>;

  /**
   * Deletes a parent and all of its children in one transaction, whatever their versions, and gives how many entities
   * that were; 0 where there was nothing. Orphans are deleted as well. From the start again when one of them changed
   * in between. 2 requests; 1 where there is nothing. A LimitError for more than 100 rows: then nothing is deleted.
   * @example `await employees.deleteFamily({ department: 'Sales', id: 123 });`
   */
  deleteFamily(key: KeyOf<C>, options?: ModifyOptions): Promise<number>;

  /** What `insertFamily` would send. 0 requests. For reads there is `families(key).explain()`. */
  explainInsertFamily(parent: Input<C>, children?: NewChildren<C, D>): Promise<Explanation>;
}

/** What a repository gains: the operations, and a repository of each child under its name. */
export type FamilyApi<C extends EntityClass, D extends Children> = FamilyOperations<C, D> & {
  readonly [N in keyof D]: ChildRepository<C, D[N]>;
};

/** What children ask of the constructor, the parent's repository has to ask as well. */
export type NeedsOf<D extends Children> = true extends { [N in keyof D]: AsksForOutbox<D[N]> }[keyof D]
  ? NeedsOutbox
  : {};

type AsksForOutbox<M> = M extends new (
  ...args: infer Args
) => object
  ? Args extends readonly [unknown, infer Options]
    ? Options extends NeedsOutbox
      ? true
      : false
    : false
  : false;
