import {
  type CallOptions,
  type Changes,
  type EntityClass,
  type GetManyOptions,
  type GuardOptions,
  type MixedItem,
  type MixedMember,
  type MixedReader,
  type MixedScope,
  MixedTable,
  type ModifyOptions,
  type NotAView,
  type Query,
  type QueryArgs,
  queryOf,
  Repository,
  type RepositoryContext,
  type RepositoryOptions,
  type RowQuery,
  type TableStore,
  type UpdateOptions,
} from '@tablewright/core';
import { ByKey } from './by-key.js';
import { type AnyRepository, Dispatch, tableOf } from './dispatch.js';
import { DispatchedWrites } from './dispatched-writes.js';
import { familyContext } from './family-context.js';
import { FamilyExplainer } from './family-explainer.js';
import type { Member } from './member.js';
import type { BaseClass, BaseOf, ChangesOf, FamilyKey, ItemOf } from './types.js';

/** What a class of such repositories is made from. */
export interface Family {
  readonly name: string;
  readonly base: EntityClass;
  readonly members: readonly Member[];
  readonly table: string | undefined;
  readonly given: readonly MixedMember[];
}

/**
 * Reads and writes the entities of a base class and its subclasses in one table. Rows of other types are left out; see
 * `rows`. The numbers of requests are those of a call that succeeds at once.
 */
export class InheritanceRepository<
  B extends BaseClass,
  M extends readonly MixedMember[],
> extends DispatchedWrites<M> {
  static readonly family: Family;
  readonly #reader: AnyRepository;
  readonly #byKey: ByKey;
  readonly #dispatch: Dispatch;
  readonly #mixed: MixedReader<M>;

  constructor(store: TableStore, options: RepositoryOptions = {}) {
    const { name, base, members, given, table: declared } = new.target.family;
    const table = tableOf(name, declared, options);
    const dispatch = new Dispatch(name, members, store, { ...options, table });
    const reader = new (Repository(base as never))(store, { table }) as AnyRepository;
    const contexts = dispatch.repositories.map((repository) => repository.context);
    const context = familyContext(reader.context, contexts, dispatch.contextOf);
    super(dispatch, context);
    this.#reader = Object.create(reader, { context: { value: context } }) as AnyRepository;
    this.#dispatch = dispatch;
    this.#byKey = new ByKey(dispatch, this.#reader);
    this.#mixed = new (MixedTable(given as M))(store, { table });
  }

  /** What each operation would do, without doing it: `await people.explain.insert(employee)`. */
  override get explain(): FamilyExplainer<B, M> {
    return new FamilyExplainer(this.#dispatch, this.#reader);
  }

  /** The entity with this key, an instance of its own class, or `undefined`. 1 request. */
  async get(key: FamilyKey<B>, options?: CallOptions): Promise<ItemOf<M> | undefined> {
    return (await this.#reader.get(key, options)) as ItemOf<M> | undefined;
  }

  /** The entity with this key, or EntityNotFoundError. 1 request. */
  async getOrThrow(key: FamilyKey<B>, options?: CallOptions): Promise<ItemOf<M>> {
    return (await this.#reader.getOrThrow(key, options)) as ItemOf<M>;
  }

  /** Whether there is an entity of one of the classes with this key. 1 request, which fetches no more than its type. */
  exists(key: FamilyKey<B>, options?: CallOptions): Promise<boolean> {
    return this.#reader.exists(key, options);
  }

  /** Many entities by their keys, in the order of the keys. 1 request for each distinct key. */
  async getMany(keys: Iterable<FamilyKey<B>>, options?: GetManyOptions): Promise<(ItemOf<M> | undefined)[]> {
    return (await this.#reader.getMany(keys, options)) as (ItemOf<M> | undefined)[];
  }

  /**
   * A query for entities of all classes, by the properties of the base class. Results are instances of their classes,
   * in the order of their keys. 0 requests: when it is run, as many as a query of one class (1 for each page of 1,000
   * rows).
   * @example `for await (const p of people.query({ country: 'DE' }).between({ id: 1 }, { id: 9 })) …`
   */
  query(args?: QueryArgs<BaseOf<B>, B['key']>): Query<BaseOf<B>, B['key'], ItemOf<M>> {
    const { context } = this.#reader;
    return queryOf({ context: context as RepositoryContext<BaseOf<B>>, wants: 'entities' }, args);
  }

  /**
   * All rows of a partition, of a range of its row keys or of the table: entities as instances of their classes, and
   * rows of no class here, such as those of a newer program, as property bags. 1 request for each page.
   * @example `for await (const row of people.rows({ partition: { country: 'DE' } })) …`
   */
  rows(scope: MixedScope<M>): RowQuery<MixedItem<M>> {
    return this.#mixed.query(scope);
  }

  override update<E extends ItemOf<M>>(
    entity: E & NotAView,
    changes?: ChangesOf<M, E>,
    options?: UpdateOptions,
  ): Promise<E>;
  /**
   * Changes properties of the base class of the entity with this key, whatever its class and version (unless
   * `ifMatch` is given). 2 requests: the row tells which class derives what from it. 3 when a value is taken away.
   */
  override update(
    key: FamilyKey<B> & NotAView,
    changes: Changes<BaseOf<B>, B['key']>,
    options?: UpdateOptions,
  ): Promise<ItemOf<M>>;
  override async update(target: object, changes?: object, options?: UpdateOptions): Promise<ItemOf<M>> {
    if (!this.#byKey.isKey(target)) return super.update(target as ItemOf<M>, changes as never, options);
    return (await this.#byKey.update(target, changes, options)) as ItemOf<M>;
  }

  /**
   * Deletes an entity that was read here (1 request), or the one with this key under `ifMatch` or `force` (2
   * requests: the row tells which class derives what from it). `false` when there was nothing to force: a row of
   * another type stays.
   */
  override async delete(
    target: (ItemOf<M> | FamilyKey<B>) & NotAView,
    options?: GuardOptions,
  ): Promise<boolean> {
    if (!this.#byKey.isKey(target)) return super.delete(target as ItemOf<M>, options);
    return this.#byKey.delete(target, options);
  }

  /**
   * Reads the entity, lets `change` alter it, and stores what changed; starts over when somebody else was faster, so
   * `change` may run more than once. 2 requests; 1 when nothing changed; 3 when a value was taken away.
   * @example `await people.modify(key, (p) => { if (p instanceof Customer) p.orders += 1; });`
   */
  async modify(
    key: FamilyKey<B>,
    change: (entity: ItemOf<M>) => unknown,
    options?: ModifyOptions,
  ): Promise<ItemOf<M>> {
    return (await this.#reader.modify(key, change as (entity: object) => unknown, options)) as ItemOf<M>;
  }
}
