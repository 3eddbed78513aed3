import type { ManualClock } from './clocks.js';

const ASLEEP = Symbol('asleep');

/** Takes what a tail yields, poll by poll. */
export class Follower<E> {
  readonly #tail: AsyncIterator<E, undefined>;
  readonly #clock: ManualClock;
  #next: Promise<IteratorResult<E, undefined>> | undefined;

  constructor(tail: AsyncIterator<E, undefined>, clock: ManualClock) {
    this.#tail = tail;
    this.#clock = clock;
  }

  /** Everything that the poll yields that is under way, or the next one. */
  async poll(): Promise<E[]> {
    const found: E[] = [];
    for (;;) {
      this.#next ??= this.#tail.next();
      const first = await Promise.race([this.#next, this.#clock.asleep().then(() => ASLEEP)]);
      if (typeof first === 'symbol') return found;
      this.#next = undefined;
      if (first.done) return found;
      found.push(first.value);
    }
  }

  /** Moves the clock on, and takes what the next poll yields. */
  async pollAfter(ms: number): Promise<E[]> {
    this.#clock.advance(ms);
    return this.poll();
  }
}
