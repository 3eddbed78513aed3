import type { Changes, Explanation, GuardOptions, MixedMember, NotAView } from '@tablewright/core';
import type { AnyRepository, Dispatch } from './dispatch.js';
import { isPlain } from './dispatch.js';
import { DispatchedExplainer } from './dispatched-explainer.js';
import type { BaseClass, BaseOf, ChangesOf, FamilyKey, ItemOf } from './types.js';

/** The same for a family, whose entities have keys of one form. */
export class FamilyExplainer<
  B extends BaseClass,
  M extends readonly MixedMember[],
> extends DispatchedExplainer<M> {
  readonly #reader: AnyRepository;

  constructor(dispatch: Dispatch, reader: AnyRepository) {
    super(dispatch, reader);
    this.#reader = reader;
  }

  override update<E extends ItemOf<M>>(
    entity: E & NotAView,
    changes?: ChangesOf<M, E>,
    options?: GuardOptions,
  ): Promise<Explanation>;
  override update(
    key: FamilyKey<B> & NotAView,
    changes: Changes<BaseOf<B>, B['key']>,
    options?: GuardOptions,
  ): Promise<Explanation>;
  override async update(target: object, changes?: object, options?: GuardOptions): Promise<Explanation> {
    if (!isPlain(target)) return super.update(target as ItemOf<M>, changes as never, options);
    // Checks the arguments.
    await this.#reader.explain.update(target, changes, options);
    return this.#byKey(target, { least: 1, most: 3 });
  }

  override async delete(
    target: (ItemOf<M> | FamilyKey<B>) & NotAView,
    options?: GuardOptions,
  ): Promise<Explanation> {
    if (!isPlain(target)) return super.delete(target as ItemOf<M>, options);
    await this.#reader.explain.delete(target, options);
    return this.#byKey(target, { least: 1, most: 2 });
  }

  get(key: FamilyKey<B>): Promise<Explanation> {
    return this.#reader.explain.get(key);
  }

  getOrThrow(key: FamilyKey<B>): Promise<Explanation> {
    return this.#reader.explain.getOrThrow(key);
  }

  exists(key: FamilyKey<B>): Promise<Explanation> {
    return this.#reader.explain.exists(key);
  }

  getMany(keys: Iterable<FamilyKey<B>>): Promise<Explanation> {
    return this.#reader.explain.getMany(keys);
  }

  modify(key: FamilyKey<B>): Promise<Explanation> {
    return this.#reader.explain.modify(key);
  }

  /** What is sent first is a read of the row, and then what its class makes of it. */
  async #byKey(key: object, requests: Explanation['requests']): Promise<Explanation> {
    const { reads } = await this.#reader.explain.get(key);
    return {
      reads,
      open: [
        'the class of the row, and what it derives, decides what is written under the ETag that is read',
      ],
      requests,
      transactions: requests,
      why: `${this.#reader.context.model.name}: a key does not tell the class, so the row is read first.`,
    };
  }
}
