import type { EntityClass } from '../../model/index.js';
import type { RepositoryContext } from '../context.js';
import type { BulkItem } from './item.js';

declare const CLASS: unique symbol;

/** An item for another repository's bulk run, made by `bulkItem()`. */
export class BoundBulkItem<C extends EntityClass> {
  /** Carries the type only; never set. */
  declare readonly [CLASS]: C;
  readonly #context: RepositoryContext;
  readonly #item: unknown;

  constructor(context: RepositoryContext, item: BulkItem<C>) {
    this.#context = context;
    this.#item = item;
  }

  /** What the caller wants to write. */
  get item(): BulkItem<C> {
    return this.#item as BulkItem<C>;
  }

  /** The repository's context and the item; `undefined` for an item that is not bound. */
  static open(value: unknown): { readonly context: RepositoryContext; readonly item: unknown } | undefined {
    if (typeof value !== 'object' || value === null || !(#context in value)) return undefined;
    return { context: value.#context, item: value.#item };
  }
}
