/** What is remembered under one key. */
export interface Entry {
  /** `undefined`: there is nothing under this key. */
  readonly value: object | undefined;
  /** When it was asked for: whatever was stored later, it cannot know. */
  readonly askedAt: number;
}

export interface CacheRules {
  readonly ttl: number;
  readonly missing: number;
  readonly size: number;
}

/** Remembers the entries that were used last, each for a while. */
export class LookupCache {
  readonly #rules: CacheRules;
  readonly #now: () => number;
  /** From the one that was used longest ago to the one that was used last. */
  readonly #entries = new Map<string, Entry>();
  #evicted = 0;

  constructor(rules: CacheRules, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  get size(): number {
    return this.#entries.size;
  }

  get evicted(): number {
    return this.#evicted;
  }

  /** The entry if it is fresh; using it counts. */
  use(id: string): Entry | undefined {
    const entry = this.peek(id);
    if (entry) this.#putLast(id, entry);
    else this.#entries.delete(id);
    return entry;
  }

  /** The entry if it is fresh, without using it. */
  peek(id: string): Entry | undefined {
    const entry = this.#entries.get(id);
    return entry && this.#now() - entry.askedAt < this.#lifeOf(entry) ? entry : undefined;
  }

  /** An entry that was asked for later stays: replies may overtake each other. */
  put(id: string, entry: Entry): void {
    const known = this.#entries.get(id);
    if (this.#lifeOf(entry) === 0 || (known && known.askedAt > entry.askedAt)) return;
    this.#putLast(id, entry);
    if (this.#entries.size <= this.#rules.size) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest!);
    this.#evicted++;
  }

  delete(id: string): void {
    this.#entries.delete(id);
  }

  clear(): void {
    this.#entries.clear();
  }

  #putLast(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#entries.set(id, entry);
  }

  #lifeOf({ value }: Entry): number {
    return value === undefined ? this.#rules.missing : this.#rules.ttl;
  }
}
