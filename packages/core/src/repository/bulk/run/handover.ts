interface Offer<T> {
  readonly value: T;
  accept(): void;
  refuse(): void;
}

/** Passes values from one side to the other, one at a time: the giver waits until the taker asks for the next. */
export class Handover<T> {
  #closed = false;
  #offer: Offer<T> | undefined;
  /** What the taker is at work on. */
  #held: Offer<T> | undefined;
  #arrived: () => void = () => {};

  /** Resolves when the taker is done with the value. Rejects when he has left. */
  give(value: T): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Error('Nobody takes the outcomes any more.'));
      if (this.#closed) return refuse();
      this.#offer = { value, accept: resolve, refuse };
      this.#arrived();
    });
  }

  /** The next value, or `undefined` when there will be none. The one before it is done with. */
  async take(): Promise<{ readonly value: T } | undefined> {
    this.#held?.accept();
    this.#held = undefined;
    while (!this.#offer && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    this.#held = this.#offer;
    this.#offer = undefined;
    return this.#held;
  }

  close(): void {
    this.#closed = true;
    this.#held?.refuse();
    this.#offer?.refuse();
    this.#offer = undefined;
    this.#arrived();
  }
}
