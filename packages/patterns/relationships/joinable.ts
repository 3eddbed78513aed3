import type { CallOptions, Explanation, TableStore } from '@tablewright/core';

export interface JoinOptions extends CallOptions {
  /** How many requests may be under way at once for each thing that is joined; fewer while the service is too busy. */
  readonly concurrency?: number;
}

/** What `join` can add to items: a relation of a repository, or a lookup. */
export interface Joinable<From, To> {
  readonly store: TableStore;
  /** What belongs to each item, in their order. Items that lead to the same place share a request. */
  readonly ofMany: (items: Iterable<From>, options?: JoinOptions) => Promise<readonly To[]>;
  /** What `ofMany` would send for these items, or, without them, as far as that can be told. 0 requests. */
  readonly explain: (items?: Iterable<From>) => Explanation;
}

/** What comes of joining with it, for each item. */
export type JoinedBy<J> = J extends {
  readonly ofMany: (...args: never[]) => Promise<readonly (infer To)[]>;
}
  ? To
  : never;
