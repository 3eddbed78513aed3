import {
  type CallOptions,
  type CallScope,
  type Explanation,
  isView,
  OptionsError,
  type TableStore,
} from '@tablewright/core';
import { frozenView } from './frozen-view.js';
import { checkItem, itemsOf } from './item-value.js';
import type { JoinOptions } from './joinable.js';
import { LookupCache } from './lookup-cache.js';
import { cacheRules } from './lookup-options.js';
import type { LookupOptions, LookupStats, PreloadSource } from './lookup-types.js';
import type { AnyRepository } from './open-related.js';
import { addressOf, explainReads, explainUnknown } from './point-reads.js';
import { type Found, type Reading, ReadsUnderWay } from './reads-under-way.js';

/** The key that an item leads to. */
export type KeyFrom = (item: object) => object | undefined;

const WHY = 'One point read for each distinct key that is neither remembered nor under way.';
const PAGE = 1_000;

/** A cache in front of a repository: what users hold as a `Lookup`. */
export class CachedLookup {
  readonly repository: AnyRepository;
  readonly #keyFrom: KeyFrom;
  readonly #cache: LookupCache;
  readonly #reads: ReadsUnderWay;
  readonly #counts = { hits: 0, misses: 0, shared: 0, requests: 0 };
  /** Changes with each invalidation: what was read before is not remembered after. */
  #era = 0;

  constructor(repository: AnyRepository, keyFrom: KeyFrom, options: LookupOptions | undefined) {
    this.repository = repository;
    this.#keyFrom = keyFrom;
    this.#cache = new LookupCache(cacheRules(options), () => this.store.clock.monotonic());
    this.#reads = new ReadsUnderWay(repository, this.#cache);
  }

  get store(): TableStore {
    return this.repository.context.store;
  }

  async of(item: object, options?: CallOptions): Promise<object | undefined> {
    return (await this.ofMany([item], options))[0];
  }

  async ofMany(items: Iterable<object>, options?: JoinOptions): Promise<readonly (object | undefined)[]> {
    return this.#answers(this.#keysOf(items), options);
  }

  async get(key: object, options?: CallOptions): Promise<object | undefined> {
    this.#idOf(key);
    return (await this.#answers([key], options))[0];
  }

  async refresh(key: object, options?: CallOptions): Promise<object | undefined> {
    const id = this.#idOf(key);
    return this.store.within(options, async (scope) => {
      const { flight } = this.#start(new Map([[id, key]]), scope);
      return (await flight.wait(scope)).get(id);
    });
  }

  async preload(query: PreloadSource<object>, options?: CallOptions): Promise<number> {
    if (typeof query?.pages !== 'function') {
      throw new OptionsError('query', 'preload() takes a query of the repository behind the lookup.');
    }
    let count = 0;
    const askedAt = this.store.clock.monotonic();
    const era = this.#era;
    const { model } = this.repository.context;
    for await (const { items } of query.pages({ ...options, size: PAGE })) {
      // What a view lacks would look like having no value.
      if (items.some(isView)) {
        throw new OptionsError('query', 'preload() remembers whole entities: leave out select().');
      }
      for (const entity of items) {
        if (era === this.#era)
          this.#cache.put(this.#idOf(entity), { value: frozenView(model, entity), askedAt });
      }
      count += items.length;
    }
    return count;
  }

  invalidate(key?: object): void {
    const id = key === undefined ? undefined : this.#idOf(key);
    this.#era++;
    this.#reads.disown(id);
    if (id === undefined) this.#cache.clear();
    else this.#cache.delete(id);
  }

  stats(): LookupStats {
    return { ...this.#counts, evicted: this.#cache.evicted, size: this.#cache.size };
  }

  explain(items?: Iterable<object>): Explanation {
    if (items === undefined)
      return explainUnknown('which keys the items lead to, and what is remembered', WHY);
    const unknown = this.#keysOf(items).filter((key) => {
      const id = key === undefined ? undefined : this.#idOf(key);
      return id !== undefined && !this.#cache.peek(id) && !this.#reads.find(id);
    });
    return explainReads(this.repository.context, unknown as object[], WHY);
  }

  /** From what is remembered, from what others are reading, and from what has to be read. */
  #answers(
    keys: readonly (object | undefined)[],
    options: JoinOptions | undefined,
  ): Promise<(object | undefined)[]> {
    // All keys are checked before the first request leaves.
    const ids = keys.map((key) => (key === undefined ? undefined : this.#idOf(key)));
    const distinct = new Map(ids.flatMap((id, index) => (id === undefined ? [] : [[id, keys[index]!]])));
    return this.store.within(options, async (scope, { concurrency }: JoinOptions) => {
      const found = new Map<string, object | undefined>();
      const shared = new Map<string, Reading>();
      const asked = new Map<string, object>();
      for (const [id, key] of distinct) {
        const known = this.#cache.use(id);
        const reading = known ? undefined : this.#reads.find(id);
        if (known) found.set(id, known.value);
        else if (reading) shared.set(id, reading);
        else asked.set(id, key);
      }
      this.#counts.hits += found.size;
      this.#counts.shared += shared.size;
      this.#counts.misses += asked.size;
      const own = asked.size > 0 ? [this.#start(asked, scope, concurrency).flight.wait(scope)] : [];
      const others = [...shared].map(([id, reading]) => this.#joined(id, distinct.get(id)!, reading, scope));
      for (const answer of await Promise.all([...own, ...others])) {
        for (const [id, value] of answer) found.set(id, value);
      }
      return ids.map((id) => (id === undefined ? undefined : found.get(id)));
    });
  }

  /** What others are reading. If they read more than this row, a failure may be about the rest of it. */
  async #joined(id: string, key: object, { flight, size }: Reading, scope: CallScope): Promise<Found> {
    try {
      return new Map([[id, (await flight.wait(scope)).get(id)]]);
    } catch (error) {
      if (size === 1 || scope.ended()) throw error;
      // Whoever is first reads it again, for all that wait.
      const again = this.#reads.find(id) ?? this.#start(new Map([[id, key]]), scope);
      return this.#joined(id, key, again, scope);
    }
  }

  #start(asked: ReadonlyMap<string, object>, scope: CallScope, concurrency?: number): Reading {
    const over = scope.ended();
    if (over) throw over;
    this.#counts.requests += asked.size;
    return this.#reads.start(asked, concurrency);
  }

  #keysOf(items: Iterable<object>): readonly (object | undefined)[] {
    return itemsOf(this.repository.context.model, 'lookup', items).map(
      (item) => this.#keyFrom(item) ?? undefined,
    );
  }

  #idOf(key: object): string {
    checkItem(this.repository.context.model, 'lookup', key);
    return addressOf(this.repository.context, key);
  }
}
