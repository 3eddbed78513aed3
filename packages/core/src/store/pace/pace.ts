/** What one attempt tells about the service: it answered, it is too busy, or nobody knows. */
export type Sign = 'answered' | 'busy' | 'silent';

/**
 * How many requests of one call may be on the wire at once: `most`, and fewer while the service has too much to do.
 * All requests of the call pass through here, each of their attempts by itself. So whoever waits out the pause before
 * a retry leaves the wire to others, and comes back as one of those who wait.
 *
 * Half of what is under way when the service is too busy, and one more for each round of answers. It begins at
 * `most`: that is little, and a call of a few requests should not take several rounds to find out that all is well.
 *
 * Each call has its own. Throttling is about an account or about a partition, and replies do not tell which: what a
 * call learns from a hot partition must not slow down those that never touch it. Calls that do meet share fairly, as
 * connections do that follow the same rule.
 */
export class Pace {
  readonly most: number;
  #width: number;
  #underWay = 0;
  #answers = 0;
  /** Changes when the width is halved: what was sent before says nothing about what is right after. */
  #era = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.most = most;
    this.#width = most;
  }

  /** How many may be on the wire at present: from 1 to `most`. */
  get width(): number {
    return this.#width;
  }

  /** To be handed back to `leave`. */
  get era(): number {
    return this.#era;
  }

  /** Takes a place on the wire; resolves when there is one. `undefined`: at once. Nobody overtakes. */
  enter(): Promise<void> | undefined {
    if (this.#underWay >= this.#width) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#underWay++;
    return undefined;
  }

  /** Gives the place back, with what the attempt that began in `era` came to. */
  leave(era: number, sign: Sign): void {
    if (era === this.#era) this.#learn(sign);
    this.#underWay--;
    while (this.#underWay < this.#width && this.#waiting.length > 0) {
      this.#underWay++;
      this.#waiting.shift()!();
    }
  }

  #learn(sign: Sign): void {
    if (sign === 'busy') {
      this.#era++;
      this.#answers = 0;
      // What was allowed but not used was not too much.
      this.#width = Math.max(1, Math.floor(Math.min(this.#width, this.#underWay) / 2));
    } else if (sign === 'answered' && this.#width < this.most && ++this.#answers >= this.#width) {
      this.#answers = 0;
      this.#width++;
    }
  }
}
