import {
  type Explanation,
  type GuardOptions,
  type MixedMember,
  type NotAView,
  type Transaction,
  type TransactionOptions,
  transaction,
  type UpsertMode,
} from '@tablewright/core';
import type { Dispatch } from './dispatch.js';
import type { ChangesOf, ItemOf } from './types.js';

/**
 * A transaction to which entities of several classes are added, each by its class. Writes of other repositories of
 * the same partition join in through `transaction`, which is an ordinary one.
 * @example
 * ```
 * await people.transaction().insert(employee).delete(customer).commit();
 * ```
 */
export class DispatchedTransaction<M extends readonly MixedMember[]> {
  /** The transaction that everything is added to. */
  readonly transaction: Transaction;
  readonly #dispatch: Dispatch;

  constructor(dispatch: Dispatch, joined: Transaction = transaction()) {
    this.#dispatch = dispatch;
    this.transaction = joined;
  }

  /** Adds a new entity. */
  insert(entity: ItemOf<M> & NotAView): this {
    this.transaction.insert(this.#dispatch.repositoryOf(entity), entity);
    return this;
  }

  /** Makes the stored row exactly this entity. */
  replace(entity: ItemOf<M> & NotAView, options?: GuardOptions): this {
    this.transaction.replace(this.#dispatch.repositoryOf(entity), entity, options);
    return this;
  }

  /** Stores what changed on an entity since it was read, together with `changes` if given. */
  update<E extends ItemOf<M>>(entity: E & NotAView, changes?: ChangesOf<M, E>, options?: GuardOptions): this {
    this.transaction.update(this.#dispatch.repositoryOf(entity), entity, changes as never, options);
    return this;
  }

  /** Inserts the entity, or merges it into (or puts it in place of) the one of its class that is there. */
  upsert(entity: ItemOf<M> & NotAView, options?: { readonly mode?: UpsertMode }): this {
    this.transaction.upsert(this.#dispatch.repositoryOf(entity), entity, options);
    return this;
  }

  /** Deletes an entity. */
  delete(entity: ItemOf<M> & NotAView, options?: GuardOptions): this {
    this.transaction.delete(this.#dispatch.repositoryOf(entity), entity, options);
    return this;
  }

  /** How many writes were added, those of other repositories included. */
  get size(): number {
    return this.transaction.size;
  }

  /** What `commit` would do, without doing any of it. 0 requests. */
  async explain(): Promise<Explanation> {
    return this.transaction.explain();
  }

  /**
   * Sends everything as one request, and gives what each write gives. 1 request; 1 more for each entity that has to
   * be read first (see `explain`).
   */
  commit(options?: TransactionOptions): Promise<readonly unknown[]> {
    return this.transaction.commit(options);
  }
}
