import type {
  CallOptions,
  EntityClass,
  EntityOf,
  EntityRepository,
  Explanation,
  GetManyOptions,
  KeyOf,
  NotAView,
  TableStore,
} from '@tablewright/core';
import type { JoinOptions } from './joinable.js';
import type { Cached, Lookup, LookupOptions } from './lookup-types.js';

/** What leads to the other side: an entity, or whatever has these properties of it. */
export type Leading<C extends EntityClass, Uses extends string> = Readonly<
  Pick<EntityOf<C>, Uses & keyof EntityOf<C>>
>;

/**
 * Refuses a view that lacks one of these properties: that it is optional, and so need not be there, would look like
 * having no other side.
 */
export type Carries<Item, Names extends string> = [Exclude<Names, keyof Item>] extends [never]
  ? unknown
  : { readonly [N in Exclude<Names, keyof Item> as `select '${N}', too: it leads to the other side`]: never };

/** A relation to one entity: `employees.manager`. Nothing is sent before it is asked. Can be given to `join`. */
export interface ToOne<C extends EntityClass, R extends EntityClass, Uses extends string> {
  readonly store: TableStore;
  /** The repository of the other side. */
  readonly repository: EntityRepository<R>;
  /**
   * The other side of this entity, or `undefined` if there is none. 1 request; 0 where a property that leads to it
   * has no value.
   * @example `const boss = await employees.manager.of(jones);`
   */
  of<I extends Leading<C, Uses>>(
    item: I & Carries<I, Uses>,
    options?: CallOptions,
  ): Promise<EntityOf<R> | undefined>;
  /**
   * The other sides of many entities, in their order. 1 request for each distinct key, side by side.
   * @example `const bosses = await employees.manager.ofMany(await employees.query(sales).all());`
   */
  readonly ofMany: <I extends Leading<C, Uses>>(
    items: Iterable<I & Carries<I, Uses>>,
    options?: GetManyOptions,
  ) => Promise<(EntityOf<R> | undefined)[]>;
  /** The key of the other side; `undefined` where this side names none. 0 requests. */
  keyOf<I extends Leading<C, Uses>>(item: I & Carries<I, Uses>): KeyOf<R> | undefined;
  /**
   * The properties that make a new entity lead to this one. 0 requests.
   * @example `await employees.insert({ id: 7, name: 'Jo', ...employees.department.linkTo(sales) });`
   */
  linkTo(other: KeyOf<R>): { [P in Uses & keyof EntityOf<C>]: NonNullable<EntityOf<C>[P]> };
  /**
   * Makes an entity lead to this one, and gives it back to be stored. 0 requests. A part of its own key cannot
   * change: if the other side has another value there, it is a KeyChangedError.
   * @example `await employees.update(employees.manager.link(jones, boss));`
   */
  link<I extends EntityOf<C> & NotAView>(item: I, other: KeyOf<R>): I;
  /**
   * The same relation with a cache in front: what was read once is not read again for a while.
   * @example `const departments = employees.department.cached({ ttl: 60_000 });`
   */
  cached(options?: LookupOptions): CachedOne<C, R, Uses>;
  /** What `ofMany` would send for these items, or, without them, as far as that can be told. 0 requests. */
  readonly explain: (items?: Iterable<Leading<C, Uses>>) => Explanation;
  /** The same relation, with the other side in this repository: of another table, or with other options. */
  using(repository: EntityRepository<R>): ToOne<C, R, Uses>;
}

/** A lookup for the other side of a relation: it takes the items that the relation takes, and no others. */
export interface CachedOne<C extends EntityClass, R extends EntityClass, Uses extends string>
  extends Omit<Lookup<Leading<C, Uses>, R>, 'of' | 'ofMany'> {
  of<I extends Leading<C, Uses>>(
    item: I & Carries<I, Uses>,
    options?: CallOptions,
  ): Promise<Cached<R> | undefined>;
  readonly ofMany: <I extends Leading<C, Uses>>(
    items: Iterable<I & Carries<I, Uses>>,
    options?: JoinOptions,
  ) => Promise<readonly (Cached<R> | undefined)[]>;
}
