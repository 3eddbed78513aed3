import type { StoredRow } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import type { QueryPlan } from '../../plan/index.js';
import type { CallOptions, CallScope, ReadRow, TableStore } from '../../store/index.js';
import { eachPage, eachResult, forEachBatch, onePage, type Runnable } from '../query/execute.js';
import type { Page, PageOptions } from '../query/page.js';
import { PlannedQuery } from '../query/planned-query.js';
import { type RowStore, unitsOf } from '../query/run/index.js';

/** Where the rows of a query come from, and what becomes of them. */
export interface RowSource<Item extends object> {
  readonly store: TableStore;
  /** The account and table. */
  readonly origin: string;
  readonly plan: QueryPlan;
  /** Many rows may be left out: then a request for as many as are wanted would find too few. */
  readonly sparse?: true;
  /**
   * `undefined`: a row that is left out. Only rows that are stored in another form make it wait, and may send
   * requests: these end with the call.
   */
  decode(row: StoredRow, scope: CallScope): Item | undefined | Promise<Item | undefined>;
}

type ClassOfItem<Item> = abstract new (...args: never[]) => Item;

/** Rows of a table by their keys, to be read page by page or one by one. Nothing is sent before. */
export class RowQuery<Item extends object> implements AsyncIterable<Item> {
  readonly #source: RowSource<Item>;
  readonly #runnable: Runnable;

  /** Use `list()` of property bags, or `query()` of a mixed table. */
  constructor(source: RowSource<Item>) {
    this.#source = source;
    this.#runnable = { store: source.store, planned: () => planned(source) };
  }

  /**
   * Only the items of some classes. The others are read all the same, and left out.
   * @example `people.query({ partition: { department: 'Sales' } }).only(Employee)`
   */
  only<C extends readonly ClassOfItem<Item>[]>(...classes: C): RowQuery<InstanceType<C[number]>> {
    if (classes.length === 0 || classes.some((each) => typeof each !== 'function')) {
      throw new OptionsError('classes', 'only() takes classes.');
    }
    type T = InstanceType<C[number]>;
    const source = this.#source;
    const isOne = (item: Item | undefined): item is T => classes.some((each) => item instanceof each);
    const chosen = (item: Item | undefined) => (isOne(item) ? item : undefined);
    return new RowQuery<T>({
      ...source,
      sparse: true,
      decode(row, scope) {
        const decoded = source.decode(row, scope);
        return decoded instanceof Promise ? decoded.then(chosen) : chosen(decoded);
      },
    });
  }

  /** The very plan that would run. 0 requests. */
  explain(): QueryPlan {
    return this.#runnable.planned().plan;
  }

  /** Every item. 1 request for each page of up to 1,000 rows. */
  async all(options?: CallOptions): Promise<Item[]> {
    const items: Item[] = [];
    await forEachBatch(this.#runnable, options, (batch) => {
      for (const item of batch) items.push(item as Item);
    });
    return items;
  }

  /** The first item, or `undefined`. 1 request, or more if the service answers with empty pages. */
  async first(options?: CallOptions): Promise<Item | undefined> {
    const source = this.#source;
    if (source.sparse) {
      for await (const item of this.iterate(options)) return item;
      return undefined;
    }
    let first: Item | undefined;
    const one: Runnable = {
      store: source.store,
      planned: () => planned({ ...source, plan: { ...source.plan, take: 1 } }),
    };
    await forEachBatch(one, options, ([item]) => {
      first = item as Item;
    });
    return first;
  }

  /** One page of items, and the token of the next one. 1 request, or more if the service answers with few rows. */
  page(options?: PageOptions): Promise<Page<Item>> {
    return onePage(this.#runnable, options) as Promise<Page<Item>>;
  }

  /** One page after the other, beginning at `token` if it is given. At least 1 request each. */
  pages(options?: PageOptions): AsyncIterableIterator<Page<Item>, undefined> {
    return eachPage(this.#runnable, options) as AsyncIterableIterator<Page<Item>, undefined>;
  }

  /**
   * One item after the other; rows are fetched as they are needed, up to 1,000 with each request, and one
   * request ahead. `signal` and `timeout` are for the whole iteration. Leaving the loop ends what is under way.
   */
  iterate(options?: CallOptions): AsyncIterableIterator<Item, undefined> {
    return eachResult(this.#runnable, options) as AsyncIterableIterator<Item, undefined>;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Item, undefined> {
    return this.iterate();
  }
}

/** A row that brings its types along. */
type TypedRow = ReadRow & StoredRow;

function planned<Item extends object>({ store, origin, plan, decode }: RowSource<Item>): PlannedQuery {
  const sorted = store.limits.profile === 'storage';
  return new PlannedQuery({
    owner: { entity: plan.entity, origin, plan, sorted, units: unitsOf(plan, sorted) },
    store: typedRows(store, origin),
    reader: () => ({
      async read(rows, scope) {
        const items: Item[] = [];
        for (const row of rows) {
          const decoded = decode(row as TypedRow, scope);
          const item = decoded instanceof Promise ? await decoded : decoded;
          if (item) items.push(item);
        }
        return items;
      },
    }),
  });
}

/** The rows of a store with the exact types of their columns. */
function typedRows(store: TableStore, origin: string): RowStore {
  const typed = (row: StoredRow): TypedRow => ({ ...row, raw: row.columns, origin });
  return {
    async read(plan, scope) {
      const row = await store.readTyped(plan, scope);
      return row && typed(row);
    },
    async fetchPage(plan, page, scope) {
      const { read, ...rest } = await store.fetchTypedPage(plan, page, scope);
      return { ...rest, read: () => read().map(typed) };
    },
  };
}
