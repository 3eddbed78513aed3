import type { EntityKeys } from '../../codec/index.js';
import { emptyColumns, emptyTypes } from '../../edm/index.js';
import { hasCode, OptionsError } from '../../errors/index.js';
import { type CallOptions, EntityNotFoundError, type TableStore } from '../../store/index.js';
import type { GuardOptions } from '../guard.js';
import { entriesOf } from '../query/read-argument.js';
import {
  BAG,
  type BagContext,
  bagRead,
  bagStamp,
  checkWritableKey,
  createBagContext,
  loadedBag,
  rowOfBag,
  writeBagRow,
} from './bag-context.js';
import { type KeyScope, planOfScope } from './key-scope.js';
import type { PropertyBag } from './property-bag.js';
import { RowQuery } from './row-query.js';
import { bagGuard, updateBag, writeBag } from './write-bag.js';

/** How a bag is written over a row that may be there. */
export interface BagUpsertOptions extends CallOptions {
  /** `merge` (default) keeps columns that the bag does not have; `replace` drops them. */
  readonly mode?: 'merge' | 'replace';
}

/**
 * The rows of one table without classes, each a `PropertyBag`: for tools, for migrations, and for rows that no
 * class describes. Nothing is derived from what is written here: indexes of a repository are not maintained.
 * @example
 * ```
 * const bags = new PropertyBags(store, { table: 'Employees' });
 * const bag = await bags.getOrThrow('Sales', 'empid_000223');
 * await bags.update(bag.set('age', 35)); // keeps the type that the column has
 * ```
 */
export class PropertyBags {
  readonly #context: BagContext;

  constructor(store: TableStore, options: { readonly table: string }) {
    this.#context = createBagContext(store, options?.table);
  }

  /** The row with these keys, or `undefined`. 1 request. */
  get(partitionKey: string, rowKey: string, options?: CallOptions): Promise<PropertyBag | undefined> {
    const context = this.#context;
    return context.store.within(options, async (scope) => {
      const row = await context.store.readTyped(bagRead(context, partitionKey, rowKey), scope);
      return row && loadedBag(context, row);
    });
  }

  /** The row with these keys, or EntityNotFoundError. 1 request. */
  async getOrThrow(partitionKey: string, rowKey: string, options?: CallOptions): Promise<PropertyBag> {
    const bag = await this.get(partitionKey, rowKey, options);
    if (bag) return bag;
    throw new EntityNotFoundError({ entity: BAG, table: this.#context.table });
  }

  /**
   * The rows of a partition, of a range of its row keys, or, with `scan: 'table'`, of the whole table. Nothing is
   * sent until it is read: then 1 request for each page of at most 1,000 rows.
   * @example `for await (const bag of bags.list({ partitionKey: 'Sales', rowKey: { startsWith: 'note_' } })) …`
   */
  list(scope: KeyScope): RowQuery<PropertyBag> {
    const context = this.#context;
    const plan = planOfScope(context, BAG, scope);
    return new RowQuery({ ...context, plan, decode: (row) => loadedBag(context, row) });
  }

  /** Adds a new row, or throws EntityExistsError. 1 request. */
  insert(bag: PropertyBag, options?: CallOptions): Promise<PropertyBag> {
    const context = this.#context;
    return context.store.within(options, async (scope) => {
      const row = rowOfBag(bag);
      return writeBag(context, bag, row, { kind: 'insert', row }, 'whole', scope);
    });
  }

  /**
   * Stores what changed on a bag since it was read, and checks the ETag. 1 request, which merges the changed
   * columns, or puts the whole row in place when columns were deleted; 0 when nothing changed. With `ifMatch` or
   * `force` over another version than the one that was read, and after an `upsert` that merged, the deletion of a
   * column takes 2.
   */
  update(bag: PropertyBag, options?: GuardOptions): Promise<PropertyBag> {
    const context = this.#context;
    return context.store.within(options, (scope, given) => updateBag(context, bag, given, scope));
  }

  /** Makes the stored row exactly this bag. It was read or written here, or `ifMatch` or `force` is given. 1 request. */
  replace(bag: PropertyBag, options?: GuardOptions): Promise<PropertyBag> {
    const context = this.#context;
    return context.store.within(options, async (scope, given) => {
      const row = rowOfBag(bag);
      const ifMatch = bagGuard(context, 'replace', bag, given);
      return writeBag(context, bag, row, { kind: 'replace', row, ifMatch }, 'whole', scope);
    });
  }

  /** Inserts the bag, or merges it into (or puts it in place of) the row that is there. 1 request. */
  upsert(bag: PropertyBag, options?: BagUpsertOptions): Promise<PropertyBag> {
    const context = this.#context;
    return context.store.within(options, async (scope, { mode = 'merge' }) => {
      if (mode !== 'merge' && mode !== 'replace') {
        throw new OptionsError('mode', "mode is 'merge' or 'replace'.");
      }
      const row = rowOfBag(bag);
      bagStamp(context, bag);
      return mode === 'merge'
        ? writeBag(context, bag, row, { kind: 'upsertMerge', row }, 'part', scope)
        : writeBag(context, bag, row, { kind: 'upsertReplace', row }, 'whole', scope);
    });
  }

  /**
   * Deletes a bag that was read here, or the row with these keys under `ifMatch` or `force`. `false` when there
   * was nothing to force. 1 request.
   */
  delete(target: PropertyBag | EntityKeys, options?: GuardOptions): Promise<boolean> {
    const context = this.#context;
    return context.store.within(options, async (scope, given) => {
      const keys = Object.fromEntries(entriesOf(target, 'target')) as unknown as EntityKeys;
      const { partitionKey, rowKey } = keys;
      checkWritableKey(keys);
      const ifMatch = bagGuard(context, 'delete', target, given);
      const row = { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() };
      try {
        await writeBagRow(context, { kind: 'delete', row, ifMatch }, scope);
        return true;
      } catch (error) {
        if (ifMatch === '*' && hasCode(error, 'ENTITY_NOT_FOUND')) return false;
        throw error;
      }
    });
  }
}
