import { earlier, later } from './times.js';

/**
 * What a tail knows of the entries that it may meet again: from `low` on, everything may still come, and `seen` are
 * the keys of those that came. Everything older is settled, and forgotten.
 */
export class OverlapWindow {
  readonly #overlap: bigint;
  readonly #seen: Map<string, bigint>;
  #low: bigint;
  #now: bigint;
  /** Up to where this poll has come, in the order of time. */
  #reached: bigint;

  constructor(low: bigint, overlap: bigint, seen: ReadonlyMap<string, bigint> = new Map()) {
    this.#low = low;
    this.#overlap = overlap;
    this.#seen = new Map(seen);
    this.#now = low;
    this.#reached = low;
  }

  /** The earliest time that has to be read. */
  get low(): bigint {
    return this.#low;
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#seen.size;
  }

  /** A poll begins; it meets entries in the order of their times. */
  begin(now: bigint): void {
    this.#now = now;
    this.#reached = this.#low;
  }

  /** Whether an entry is new. From now on it is not. */
  admit(key: string, time: bigint): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, time);
    this.#reached = later(this.#reached, time);
    return true;
  }

  /** The poll has come so far. Otherwise one that begins far back would keep the keys of the whole log. */
  pause(): void {
    this.#settle(this.#reached);
  }

  /** The poll has read everything. What is older than the newest entry by more than the overlap is settled. */
  end(): void {
    let newest = this.#low;
    for (const time of this.#seen.values()) newest = later(newest, time);
    this.#settle(newest);
  }

  /** Where to go on, also in the midst of a poll: what is yet to come of it is not older than what came last. */
  position(): { readonly low: bigint; readonly seen: readonly string[] } {
    const low = this.#settledBefore(this.#reached);
    const seen = [...this.#seen].filter(([, time]) => time >= low).map(([key]) => key);
    return { low, seen };
  }

  #settle(newest: bigint): void {
    const low = this.#settledBefore(newest);
    if (low === this.#low) return;
    this.#low = low;
    for (const [key, time] of this.#seen) if (time < low) this.#seen.delete(key);
  }

  /** An entry may be late by the overlap, by the clock; a clock that is ahead of all entries does not count. */
  #settledBefore(newest: bigint): bigint {
    return later(this.#low, earlier(newest, this.#now) - this.#overlap);
  }
}
