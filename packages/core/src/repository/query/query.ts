import { OptionsError } from '../../errors/index.js';
import type { KeyTemplate, KeyVars } from '../../keys/index.js';
import type { QueryPlan } from '../../plan/index.js';
import { conditionOf } from './conditions.js';
import { eachPage, eachResult, forEachBatch, onePage, type Runnable } from './execute.js';
import { betweenOf, startsWithOf } from './key-range.js';
import type { Page, PageOptions } from './page.js';
import { type PlannedQuery, plannedQuery } from './planned-query.js';
import type { Beginning, RangeEnd } from './query-args.js';
import type { QueryOptions } from './query-options.js';
import type { QuerySource } from './query-source.js';
import { EVERYTHING, type QueryState } from './query-state.js';
import { selectionOf } from './selection.js';
import type { View } from './view.js';
import type { Where } from './where.js';

/** The properties that can be selected: all but methods. */
type Fields<E> = keyof {
  [P in keyof E as E[P] extends (...args: never[]) => unknown ? never : P & string]: P;
};

/**
 * A question to a table, put together step by step. Immutable: each step returns a new query and sends nothing.
 * It is planned when it is run or explained; what no key or index serves is refused unless `scan` allows it.
 *
 * `E` is the entity, `K` its key or that of an index, `Out` what comes out, and `Keys` the properties that
 * every projection holds.
 *
 * @example
 * ```
 * for await (const e of employees.query({ department: 'Sales' }).between({ id: 100 }, { id: 199 })) …
 * ```
 */
export class Query<
  E extends object,
  K extends KeyTemplate,
  Out = E,
  Keys extends keyof E = KeyVars<K> & keyof E,
> implements AsyncIterable<Out>
{
  readonly #source: QuerySource;
  readonly #state: QueryState;
  #planned: PlannedQuery | undefined;

  /** Use `query()` of a repository or an index; patterns use `queryOf`. */
  constructor(source: QuerySource, state: QueryState = EVERYTHING) {
    this.#source = source;
    this.#state = state;
  }

  /**
   * Only entities that satisfy these conditions, too.
   * @example `.where({ age: { ge: 30, lt: 40 }, lastName: { startsWith: 'Jo' }, nick: null })`
   */
  where(conditions: Where<E>): Query<E, K, Out, Keys> {
    return this.#with({ conditions: [...this.#state.conditions, conditionOf(conditions)] });
  }

  /**
   * Only those from one value of the row key's next variable to another, both included. Leave out the second
   * end, or pass `undefined` for the first. Of several variables, the later ones decide between equals.
   * @example `.between({ id: 100 }, { id: 199 })`
   */
  between(from: RangeEnd<E, K> | undefined, to?: RangeEnd<E, K>): Query<E, K, Out, Keys> {
    return this.#with({ ranges: [...this.#state.ranges, betweenOf(from, to)] });
  }

  /**
   * Only those in which the row key's next variable begins with this text.
   * @example `.startsWith({ lastName: 'Jo' })`
   */
  startsWith(beginning: Beginning<E, K>): Query<E, K, Out, Keys> {
    return this.#with({ ranges: [...this.#state.ranges, startsWithOf(beginning)] });
  }

  /** Fetches only these properties, and those of the key. The results are views, which cannot be written. */
  select<P extends Fields<E>>(...properties: readonly P[]): Query<E, K, View<Pick<E, P | Keys>>, Keys> {
    const select = selectionOf(this.#source, properties);
    return new Query(this.#source, { ...this.#state, select });
  }

  /** At most so many results: the first ones in the order of their keys. */
  take(count: number): Query<E, K, Out, Keys> {
    if (!Number.isSafeInteger(count) || count < 1) {
      throw new OptionsError('take', 'take() needs a whole number, one or more.');
    }
    return this.#with({ take: count });
  }

  /** The results will not be written: they carry no ETag, and the copies of an index will do. */
  readonly(): Query<E, K, Out, Keys> {
    return this.#with({ readonly: true });
  }

  /** Allows to read a whole partition, or the whole table, where no key or index serves the query. */
  scan(allowed: 'partition' | 'table'): Query<E, K, Out, Keys> {
    if (allowed !== 'partition' && allowed !== 'table') {
      throw new OptionsError('scan', "scan() allows 'partition' or 'table'.");
    }
    return this.#with({ scan: allowed });
  }

  /** Any order will do. Cosmos DB, which has none, needs this for `take`. */
  unordered(): Query<E, K, Out, Keys> {
    return this.#with({ unordered: true });
  }

  /** The very plan that would run: its path, its requests, and why. 0 requests. Throws what running would. */
  explain(): QueryPlan {
    return this.#runnable.planned().plan;
  }

  /** Every result. As many requests as the plan's parts have pages of up to 1,000 rows. */
  async all(options?: QueryOptions): Promise<Out[]> {
    const results: Out[] = [];
    await forEachBatch(this.#runnable, options, (batch) => {
      for (const result of batch) results.push(result as Out);
    });
    return results;
  }

  /** The first result, or `undefined`. 1 request, unless rows turn out not to satisfy the conditions. */
  async first(options?: QueryOptions): Promise<Out | undefined> {
    const [first] = await this.take(1).all(options);
    return first;
  }

  /** How many results there are. As many requests as `all`, which fetch no more than the conditions need. */
  async count(options?: QueryOptions): Promise<number> {
    let count = 0;
    const keysOnly = this.#with({ select: [] });
    await forEachBatch(keysOnly.#runnable, options, (batch) => {
      count += batch.length;
    });
    return count;
  }

  /**
   * One page of results, and the token of the next one. 1 request where the plan is a single scan without
   * residual conditions; otherwise as many as it takes to fill the page.
   */
  page(options?: PageOptions): Promise<Page<Out>> {
    return onePage(this.#runnable, options) as Promise<Page<Out>>;
  }

  /** One page after the other, beginning at `token` if it is given. At least 1 request each. */
  pages(options?: PageOptions): AsyncIterableIterator<Page<Out>, undefined> {
    return eachPage(this.#runnable, options) as AsyncIterableIterator<Page<Out>, undefined>;
  }

  /**
   * One result after the other; rows are fetched as they are needed, up to 1,000 with each request, and one
   * request ahead. `signal` and `timeout` are for the whole iteration. Leaving the loop ends what is under way.
   */
  iterate(options?: QueryOptions): AsyncIterableIterator<Out, undefined> {
    return eachResult(this.#runnable, options) as AsyncIterableIterator<Out, undefined>;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Out, undefined> {
    return this.iterate();
  }

  get #runnable(): Runnable {
    return {
      store: this.#source.context.store,
      planned: () => (this.#planned ??= plannedQuery(this.#source, this.#state)),
    };
  }

  #with(change: Partial<QueryState>): Query<E, K, Out, Keys> {
    return new Query(this.#source, { ...this.#state, ...change });
  }
}
