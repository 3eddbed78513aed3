/** A clock that is set back by more than this is believed; less is jitter, and times go on growing. */
const LARGEST_JITTER_MS = 1_000;
const LARGEST_JITTER_TICKS = 10_000_000n;

/** A time, and how many of this process had it before. */
export interface Moment {
  readonly time: number;
  readonly count: number;
}

/** The milliseconds that entries of one process get: never less than before, and counted where they are equal. */
export class GrowingMoments {
  #time = Number.NEGATIVE_INFINITY;
  #count = 0;

  next(now: number): Moment {
    if (now > this.#time || this.#time - now > LARGEST_JITTER_MS) {
      this.#time = now;
      this.#count = 0;
    } else this.#count += 1;
    return { time: this.#time, count: this.#count };
  }
}

/** The ticks that entries of one process get: each is greater than the one before. */
export class GrowingTicks {
  #last = -1n;

  next(now: bigint): bigint {
    const grown = now > this.#last || this.#last - now > LARGEST_JITTER_TICKS;
    this.#last = grown ? now : this.#last + 1n;
    return this.#last;
  }

  /** The next few are another's. */
  skip(count: number): void {
    this.#last += BigInt(count);
  }
}

/** How often the same time was given in a row, as in an import. */
export class Repetitions {
  #time: bigint | undefined;
  #count = 0;

  next(time: bigint): number {
    this.#count = time === this.#time ? this.#count + 1 : 0;
    this.#time = time;
    return this.#count;
  }
}
