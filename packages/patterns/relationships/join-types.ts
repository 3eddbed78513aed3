import type { Explanation, Page, PageOptions, QueryOptions, QueryPlan } from '@tablewright/core';
import type { Joinable, JoinedBy, JoinOptions } from './joinable.js';

/** A query of a repository, an index or a mixed table. */
export interface JoinQuery<E> {
  all(options?: QueryOptions): Promise<E[]>;
  page(options?: PageOptions): Promise<Page<E>>;
  pages(options?: PageOptions): AsyncIterable<Page<E>>;
  explain(): QueryPlan;
}

/** What is joined: a query, or entities that are there already. */
export type JoinSource<E> = JoinQuery<E> | readonly E[];

// Items of any type go in: which ones fit is checked for each part.
// biome-ignore lint/suspicious/noExplicitAny: a constraint for parts of whatever items
export type AnyJoinable = Joinable<any, unknown>;

/** Each part must take the items of the source; `item` is the name of those themselves. */
export type JoinParts<E, P> = {
  readonly [N in keyof P]: N extends 'item' ? never : Joinable<E, JoinedBy<P[N]>>;
};

/** An item, and what belongs to it under the names that were given. */
export type JoinedRow<E, P> = { readonly item: E } & { readonly [N in keyof P]: JoinedBy<P[N]> };

/** What a join would send. */
export interface JoinPlan {
  /** The plan of the query; left out for an array. */
  readonly source?: QueryPlan;
  /** What each part would read: exactly for an array; for a query it depends on what that finds. */
  readonly parts: Readonly<Record<string, Explanation>>;
  /** Of everything together. `most` is left out where it depends on what is found. */
  readonly requests: { readonly least: number; readonly most?: number };
}

/** Items and what belongs to them. Nothing is sent until it is run. */
export interface Join<Row> extends AsyncIterable<Row> {
  /** What it would send. 0 requests. */
  explain(): JoinPlan;
  /**
   * All of them. The requests of the query, and for each part 1 for each distinct key among all items (a lookup: that
   * it does not remember), side by side.
   */
  all(options?: JoinOptions): Promise<Row[]>;
  /** One page of the query, joined: `size` and `token` are those of the query. An array is one page. */
  page(options?: PageOptions): Promise<Page<Row>>;
  /**
   * One after the other, page by page: 1,000 items are joined at a time, so that a key which comes back on a later
   * page is read again, unless a lookup remembers it. `signal` and `timeout` are for the whole iteration.
   */
  iterate(options?: JoinOptions): AsyncIterableIterator<Row, undefined>;
}
