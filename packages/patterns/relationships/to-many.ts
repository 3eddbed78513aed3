import type {
  EntityClass,
  EntityOf,
  EntityRepository,
  Explanation,
  KeyOf,
  Query,
  QueryOptions,
  TableStore,
} from '@tablewright/core';
import type { Family } from './family-types.js';
import type { Copied, Linked, UsedByMany } from './has-many-declaration.js';
import type { RefreshOptions, RefreshReport } from './refresh-types.js';
import type { Carries, Leading } from './to-one.js';

/**
 * A relation to many entities: `departments.employees`. Nothing is sent before it is asked. Can be given to `join`.
 */
export interface ToMany<C extends EntityClass, R extends EntityClass, D> {
  readonly store: TableStore;
  /** The repository of the other side. */
  readonly repository: EntityRepository<R>;
  /**
   * A query for the entities that belong to this one, to be narrowed and run like any other. 0 requests; run, it is 1
   * for each page of at most 1,000 rows. Conditions that you add, and that no key or index serves, are checked on all
   * that belong to it.
   * @example `for await (const e of departments.employees.of(sales).between({ id: 100 }, { id: 199 })) …`
   */
  of<I extends Leading<C, UsedByMany<D>>>(one: I & Carries<I, UsedByMany<D>>): Query<EntityOf<R>, R['key']>;
  /**
   * What belongs to each of many, in their order. For each distinct one, the requests of `of(one).all()`, 8 of them
   * side by side unless told.
   */
  readonly ofMany: <I extends Leading<C, UsedByMany<D>>>(
    items: Iterable<I & Carries<I, UsedByMany<D>>>,
    options?: QueryOptions,
  ) => Promise<EntityOf<R>[][]>;
  /**
   * The properties of an entity that belongs to this one: the link, and the copies. 0 requests.
   * @example `await employees.insert({ id: 7, name: 'Jo', ...departments.employees.linkTo(sales) });`
   */
  linkTo<I extends Leading<C, UsedByMany<D> | Copied<D>>>(
    one: I & Carries<I, UsedByMany<D> | Copied<D>>,
  ): Pick<EntityOf<R>, Linked<D> & keyof EntityOf<R>>;
  /** What `ofMany` would send for these items, or, without them, as far as that can be told. 0 requests. */
  readonly explain: (items?: Iterable<Leading<C, UsedByMany<D>>>) => Explanation;
  /** The same relation, with the others in this repository: of another table, or with other options. */
  using(repository: EntityRepository<R>): this;
}

/** What a relation gains whose sides share a partition. */
export interface SharesPartition<C extends EntityClass, R extends EntityClass, D> {
  /**
   * The one with this key and all that belongs to it. 0 requests: see what it can do.
   * @example `const { one, many } = await departments.employees.family({ name: 'Sales' }).read();`
   */
  family(one: KeyOf<C> & Leading<C, UsedByMany<D>>): Family<EntityOf<C>, EntityOf<R>>;
}

/** What a relation gains that has copies. */
export interface HasCopies<C extends EntityClass> {
  /**
   * Brings the copies up to date with the one that has this key, now and not in one transaction: 2 requests, those of
   * reading all that belongs to it, and 1 for each 100 entities of a partition whose copies differ. Starts over while
   * others write the same rows. Safe to repeat, and to run beside itself.
   *
   * An entity that is written with an older copy at the same time may keep it until the next run.
   * @example `await departments.update(sales, { manager: 'Jo' }); await departments.employees.refreshCopies(sales);`
   */
  refreshCopies(key: KeyOf<C>, options?: RefreshOptions): Promise<RefreshReport>;
}
