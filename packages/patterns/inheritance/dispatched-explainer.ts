import type {
  BulkExplanation,
  Explanation,
  GuardOptions,
  MixedMember,
  NotAView,
  UpsertMode,
} from '@tablewright/core';
import type { DispatchedBulkSource } from './bulk-item.js';
import type { AnyRepository, Dispatch } from './dispatch.js';
import type { ChangesOf, ItemOf } from './types.js';

/**
 * The writes of a repository over several classes, explained instead of run: each takes the arguments of its namesake,
 * checks them as it would, and says what would be sent. No requests.
 */
export class DispatchedExplainer<M extends readonly MixedMember[]> {
  readonly #dispatch: Dispatch;
  readonly #host: AnyRepository;

  constructor(dispatch: Dispatch, host: AnyRepository) {
    this.#dispatch = dispatch;
    this.#host = host;
  }

  async insert(entity: ItemOf<M> & NotAView): Promise<Explanation> {
    return this.#dispatch.repositoryOf(entity).explain.insert(entity);
  }

  async replace(entity: ItemOf<M> & NotAView, options?: GuardOptions): Promise<Explanation> {
    return this.#dispatch.repositoryOf(entity).explain.replace(entity, options);
  }

  async upsert(entity: ItemOf<M> & NotAView, options?: { readonly mode?: UpsertMode }): Promise<Explanation> {
    return this.#dispatch.repositoryOf(entity).explain.upsert(entity, options);
  }

  async update<E extends ItemOf<M>>(
    entity: E & NotAView,
    changes?: ChangesOf<M, E>,
    options?: GuardOptions,
  ): Promise<Explanation> {
    return this.#dispatch.repositoryOf(entity).explain.update(entity, changes as never, options);
  }

  async delete(entity: ItemOf<M> & NotAView, options?: GuardOptions): Promise<Explanation> {
    return this.#dispatch.repositoryOf(entity).explain.delete(entity, options);
  }

  /** The transactions of a bulk run over these items, cut as the run cuts them. */
  async bulk(items: Extract<DispatchedBulkSource<M>, Iterable<unknown>>): Promise<BulkExplanation> {
    return this.#host.explain.bulk(items as never);
  }
}
