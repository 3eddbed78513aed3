import type {
  BulkOptions,
  BulkOutcome,
  BulkOutcomesOptions,
  BulkReport,
  CallOptions,
  EntityClass,
  GuardOptions,
  MixedMember,
  NotAView,
  RepositoryContext,
  Transaction,
  UpdateOptions,
  UpsertOptions,
} from '@tablewright/core';
import type { DispatchedBulkSource } from './bulk-item.js';
import type { AnyRepository, Dispatch } from './dispatch.js';
import { DispatchedExplainer } from './dispatched-explainer.js';
import { DispatchedTransaction } from './dispatched-transaction.js';
import type { ChangesOf, ClassesOf, ItemOf, RepositoryIn } from './types.js';

/**
 * Writes of entities of several classes, each through the repository of its own class: with the patterns, version
 * and discriminator of that class, and as many requests as there.
 */
export class DispatchedWrites<M extends readonly MixedMember[]> {
  readonly #dispatch: Dispatch;
  /** A repository for runs over all classes: its context tells the class of each item. */
  readonly #host: AnyRepository;

  constructor(dispatch: Dispatch, context: RepositoryContext) {
    this.#dispatch = dispatch;
    this.#host = Object.create(dispatch.repositories[0]!, { context: { value: context } }) as AnyRepository;
  }

  /** What each operation would do, without doing it: `await people.explain.insert(employee)`. */
  get explain(): DispatchedExplainer<M> {
    return new DispatchedExplainer(this.#dispatch, this.#host);
  }

  /**
   * The ordinary repository of one class: queries over its own properties, plain objects, writes by key, indexes. 0
   * requests.
   * @example `await people.of(Employee).query({ country: 'DE', department: 'Sales' }).scan('partition').all();`
   */
  of<C extends ClassesOf<M>>(entity: C): RepositoryIn<M[number], C> {
    return this.#dispatch.of(entity) as RepositoryIn<M[number], C>;
  }

  /** Adds a new entity, or throws EntityExistsError: also where its key is that of one of another class. 1 request. */
  async insert<E extends ItemOf<M>>(entity: E & NotAView, options?: CallOptions): Promise<E> {
    return (await this.#dispatch.repositoryOf(entity).insert(entity, options)) as E;
  }

  /**
   * Makes the stored row exactly this entity. It was read or written here before, or `ifMatch` or `force` is given.
   * 1 request; 2 when the stored row has to be read first.
   */
  async replace<E extends ItemOf<M>>(entity: E & NotAView, options?: GuardOptions): Promise<E> {
    return (await this.#dispatch.repositoryOf(entity).replace(entity, options)) as E;
  }

  /**
   * Stores what changed on an entity since it was read, together with `changes` if given: of an entity that may be of
   * several classes, what they share. 1 request; 0 when nothing changed; 2 when a value was taken away.
   */
  async update<E extends ItemOf<M>>(
    entity: E & NotAView,
    changes?: ChangesOf<M, E>,
    options?: UpdateOptions,
  ): Promise<E> {
    return (await this.#dispatch.repositoryOf(entity).update(entity, changes as never, options)) as E;
  }

  /**
   * Inserts the entity, or merges it into (or puts it in place of) the one of its class that is there. An entity of
   * another class is not written over: EntityExistsError. 2 requests where the class has a discriminator, a version
   * or derived rows; otherwise 1.
   */
  async upsert<E extends ItemOf<M>>(entity: E & NotAView, options?: UpsertOptions): Promise<E> {
    return (await this.#dispatch.repositoryOf(entity).upsert(entity, options)) as E;
  }

  /** Deletes an entity that was read here, or under `ifMatch` or `force`. 1 request; 2 when it was not read here. */
  async delete(entity: ItemOf<M> & NotAView, options?: GuardOptions): Promise<boolean> {
    return this.#dispatch.repositoryOf(entity).delete(entity, options);
  }

  /**
   * Begins a transaction of this repository, or joins one that others take part in: all of it happens, or nothing.
   * 0 requests; its `commit` is 1.
   * @example `await people.transaction().insert(employee).update(customer, { orders: 3 }).commit();`
   */
  transaction(joined?: Transaction): DispatchedTransaction<M> {
    return new DispatchedTransaction(this.#dispatch, joined);
  }

  /**
   * Writes any number of entities of all classes and partitions, in as few transactions as possible: those of one
   * partition together, whatever their classes. 1 request for each 100 rows of a partition; see `bulk` of a
   * repository for the rest.
   * @example `const report = await people.bulk([{ insert: employee }, { update: customer }]);`
   */
  bulk<D extends EntityClass = ClassesOf<M>>(
    items: DispatchedBulkSource<M, D>,
    options?: BulkOptions<ClassesOf<M> | D>,
  ): Promise<BulkReport<ClassesOf<M> | D>> {
    return this.#host.bulk(items as never, options as never) as Promise<BulkReport<ClassesOf<M> | D>>;
  }

  /** `bulk`, with the outcomes to iterate over as they come. */
  bulkOutcomes<D extends EntityClass = ClassesOf<M>>(
    items: DispatchedBulkSource<M, D>,
    options?: BulkOutcomesOptions<ClassesOf<M> | D>,
  ): AsyncGenerator<BulkOutcome<ClassesOf<M> | D>, BulkReport<ClassesOf<M> | D>, undefined> {
    return this.#host.bulkOutcomes(items as never, options as never) as never;
  }
}
