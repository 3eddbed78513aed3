import type {
  CallOptions,
  EntityClass,
  EntityOf,
  EntityRepository,
  KeyOf,
  NotAView,
  View,
} from '@tablewright/core';
import type { Joinable, JoinOptions } from './joinable.js';

export interface LookupOptions {
  /**
   * For how many milliseconds after it was asked for an entity may be given out again. 60,000 unless told; 0 keeps
   * nothing, and only lets calls at the same time share a request.
   */
  readonly ttl?: number;
  /** The same for keys under which nothing was found. As `ttl` unless told. */
  readonly missing?: number;
  /** How many keys are remembered: those that were used last. 1,000 unless told. */
  readonly size?: number;
}

/** What a lookup has done so far. */
export interface LookupStats {
  /** Keys that were answered from memory. */
  readonly hits: number;
  /** Keys that were not in memory, or too old, so that a request was sent for them. */
  readonly misses: number;
  /** Keys that somebody else was just asking for: answered by the same request. */
  readonly shared: number;
  /** Point reads that were sent. Those of `preload` do not count. */
  readonly requests: number;
  /** Keys that were forgotten because there was no room for them. */
  readonly evicted: number;
  /** Keys that are remembered at present, the too old ones included. */
  readonly size: number;
}

/** What a lookup gives: the entity with its methods, frozen, and refused by every write. */
export type Cached<C extends EntityClass> = View<EntityOf<C>>;

/** Results to fill a lookup with: a query of the repository. */
export interface PreloadSource<E> {
  pages(options?: CallOptions & { readonly size?: number }): AsyncIterable<{ readonly items: readonly E[] }>;
}

/** Entities by their keys, with a cache in front. Nothing is sent before it is asked. */
export interface Lookup<From, C extends EntityClass> extends Joinable<From, Cached<C> | undefined> {
  /** The repository behind the cache. */
  readonly repository: EntityRepository<C>;
  /** The entity that this item leads to. 0 requests if it is remembered; otherwise 1, or that of somebody else. */
  of(item: From, options?: CallOptions): Promise<Cached<C> | undefined>;
  /**
   * The entities that these items lead to, in their order. 1 request for each distinct key that is neither
   * remembered nor under way, side by side.
   */
  readonly ofMany: (
    items: Iterable<From>,
    options?: JoinOptions,
  ) => Promise<readonly (Cached<C> | undefined)[]>;
  /** The entity with this key. 0 requests if it is remembered; otherwise 1, or that of somebody else. */
  get(key: KeyOf<C>, options?: CallOptions): Promise<Cached<C> | undefined>;
  /** The entity with this key as it is now, remembered from now on. 1 request. */
  refresh(key: KeyOf<C>, options?: CallOptions): Promise<Cached<C> | undefined>;
  /**
   * Remembers everything that this query finds: for small tables that seldom change. As many requests as it has
   * pages. Gives the number of entities. More than `size` of them do not fit: the first ones are forgotten again.
   * @example `await lookup.preload(departments.query().scan('table'));`
   */
  preload(query: PreloadSource<EntityOf<C> & NotAView>, options?: CallOptions): Promise<number>;
  /** Forgets the entity with this key, or all of them. What is under way at that moment is not remembered. */
  invalidate(key?: KeyOf<C>): void;
  /** What it has done so far. */
  stats(): LookupStats;
}
