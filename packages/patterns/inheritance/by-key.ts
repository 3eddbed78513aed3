import {
  EntityChangedError,
  etagOf,
  type GuardOptions,
  isTablewrightError,
  isView,
  type UpdateOptions,
} from '@tablewright/core';
import { type AnyRepository, type Dispatch, isPlain } from './dispatch.js';
import { type ReadThenWrite, startingOver } from './start-over.js';

/**
 * Writes that name an entity by its key alone. Which class it is of, and so what has to be written with it, is known
 * once its row was read; then it is written under the ETag that was read.
 */
export class ByKey {
  readonly #dispatch: Dispatch;
  /** Reads all classes, as far as they are their base. */
  readonly #reader: AnyRepository;

  constructor(dispatch: Dispatch, reader: AnyRepository) {
    this.#dispatch = dispatch;
    this.#reader = reader;
  }

  /** Whether a target is a key. Entities are instances of their classes, and a view is neither. */
  isKey(target: object): boolean {
    return typeof target === 'object' && target !== null && !isView(target) && isPlain(target);
  }

  async update(key: object, changes: object | undefined, options: UpdateOptions = {}): Promise<object> {
    const pinned = { key: { ...key }, changes: changes && { ...changes } };
    // Refuses what is wrong with the arguments as any repository would, before anything is sent.
    await this.#reader.explain.update(pinned.key, pinned.changes, options);
    const { ifMatch } = options;
    return this.#run(options, {
      once: ifMatch !== undefined,
      read: async (bounds) => {
        const entity = await this.#reader.getOrThrow(pinned.key, bounds);
        // Not left to the service: where the row says already what is wanted, nothing is sent.
        if (ifMatch !== undefined && etagOf(entity) !== ifMatch) throw this.#changed();
        return entity;
      },
      write: (entity, bounds) =>
        this.#dispatch.repositoryOf(entity).update(entity, pinned.changes, { ...bounds, ...guard(ifMatch) }),
    });
  }

  async delete(key: object, options: GuardOptions = {}): Promise<boolean> {
    const pinned = { ...key };
    await this.#reader.explain.delete(pinned, options);
    const { ifMatch, force } = options;
    try {
      return await this.#run(options, {
        once: ifMatch !== undefined,
        read: (bounds) => this.#reader.getOrThrow(pinned, bounds),
        write: (entity, bounds) =>
          this.#dispatch.repositoryOf(entity).delete(entity, { ...bounds, ...guard(ifMatch) }),
      });
    } catch (error) {
      if (force && isTablewrightError(error) && error.code === 'ENTITY_NOT_FOUND') return false;
      throw error;
    }
  }

  #changed(): EntityChangedError {
    const { model, table } = this.#reader.context;
    return new EntityChangedError({ entity: model.name, table });
  }

  #run<T>(options: UpdateOptions, steps: ReadThenWrite<object, T>): Promise<T> {
    return startingOver(this.#dispatch.name, this.#reader.context.store, options, steps);
  }
}

function guard(ifMatch: string | undefined): GuardOptions {
  return ifMatch === undefined ? {} : { ifMatch };
}
