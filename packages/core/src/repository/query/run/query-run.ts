import type { QueryPlan } from '../../../plan/index.js';
import { type CallScope, forkScope, pacedScope, type ReadRow } from '../../../store/index.js';
import { concurrencyOf, POINT_READS_AT_ONCE } from '../../concurrency.js';
import type { RowStore } from './cursor.js';
import { type FeedOptions, type Position, RowFeed } from './row-feed.js';

/** So many primary rows are fetched for one step: more would keep the first results waiting. */
const FETCHED_AT_ONCE = 64;
/** How much more is fetched at once when most of the rows turn out not to satisfy the conditions. */
const GROWTH = 4;

/** Turns rows into results, in the same order. Rows may be left out. */
export interface RowsReader {
  read(rows: readonly ReadRow[], scope: CallScope): Promise<readonly object[]>;
}

export interface RunOptions extends FeedOptions {
  /** How many results are still to come at most. */
  readonly left: number;
  /** How many requests may be under way at once. */
  readonly concurrency: number | undefined;
}

/** One execution of a query. Its requests live within a scope of its own, which ends with it. */
export class QueryRun {
  readonly #feed: RowFeed;
  readonly #reader: RowsReader;
  readonly #plan: QueryPlan;
  readonly #fork: ReturnType<typeof forkScope>;
  #left: number;
  #fetch = 0;
  #seen = 0;
  /** Some rows were no results, whatever the plan says: they are of another kind, or somebody's copies. */
  #leavesOut = false;

  constructor(store: RowStore, reader: RowsReader, plan: QueryPlan, options: RunOptions, scope: CallScope) {
    this.#plan = plan;
    this.#feed = new RowFeed(store, options);
    this.#reader = reader;
    this.#fork = forkScope(pacedScope(scope, concurrencyOf(options.concurrency, POINT_READS_AT_ONCE)));
    this.#left = options.left;
  }

  /** How many results are still to come at most. */
  get left(): number {
    return this.#left;
  }

  /** Up to `want` results that follow; `undefined` at the end. May be none, although more follow. */
  async next(want: number): Promise<readonly object[] | undefined> {
    const { scope } = this.#fork;
    const ended = scope.ended();
    if (ended) throw ended;
    const wanted = Math.min(want, this.#left);
    if (wanted === 0) return undefined;
    const most = this.#plan.fetchPrimary ? Math.min(wanted, FETCHED_AT_ONCE) : wanted;
    // Each row makes at most one result.
    const demand = { most, fetch: this.#worthFetching(wanted), sure: wanted };
    const rows = await this.#feed.next(demand, scope);
    if (rows.length === 0) return undefined;
    const results = await this.#reader.read(rows, scope);
    this.#left -= results.length;
    this.#seen += rows.length;
    this.#leavesOut ||= results.length < rows.length;
    return results;
  }

  /** Up to `size` results; fewer at the end, or where more would cost a request for every few rows. */
  async page(size: number): Promise<readonly object[]> {
    const items: object[] = [];
    while (items.length < size) {
      const more = await this.next(size - items.length);
      if (!more) break;
      items.push(...more);
      if (this.#feed.isCoarse() && items.length * 2 >= size) break;
    }
    return items;
  }

  /** Where to go on; `undefined` at the end. */
  position(): Position | undefined {
    return this.#left === 0 ? undefined : this.#feed.position();
  }

  /** Ends what is still under way, and waits until it has ended. */
  async close(): Promise<void> {
    this.#fork.end();
    await this.#feed.settled();
    this.#fork.scope.dispose();
  }

  /** As many rows as results are wanted, if each row is one; more and more if few of them are. */
  #worthFetching(wanted: number): number {
    const { residual, wholeRows, fetchPrimary } = this.#plan;
    if (!(residual || wholeRows || this.#leavesOut) || fetchPrimary) return wanted;
    if (this.#seen >= this.#fetch) {
      this.#fetch = Math.max(wanted, this.#fetch * GROWTH);
      this.#seen = 0;
    }
    return this.#fetch;
  }
}
