/** Where an iterator gets its items from, many at a time. */
export interface Batches<T> {
  /** The items that follow; `undefined` at the end. */
  next(): Promise<readonly T[] | undefined>;
  /** The error to throw when the iteration has to end now. */
  ended(): Error | undefined;
  close(): Promise<void>;
}

/**
 * Hands out one item at a time. Written by hand: an async generator costs several turns of the event loop for
 * each item. Calls may overlap; they are answered one after the other. It is over after an error.
 */
export class BatchIterator<T> implements AsyncIterableIterator<T, undefined> {
  readonly #open: () => Promise<Batches<T>>;
  #batches: Promise<Batches<T>> | undefined;
  #opened: Batches<T> | undefined;
  #items: readonly T[] = [];
  #at = 0;
  #waiting = 0;
  #tail: Promise<unknown> = Promise.resolve();
  #over = false;

  constructor(open: () => Promise<Batches<T>>) {
    this.#open = open;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#waiting === 0 && this.#at < this.#items.length && !this.#opened!.ended()) {
      return Promise.resolve({ done: false, value: this.#items[this.#at++]! });
    }
    return this.#inTurn(() => this.#advance());
  }

  /** Nothing is sent any more, and nothing is under way when it resolves. */
  return(): Promise<IteratorResult<T, undefined>> {
    this.#finish();
    // At once, not in turn: a request that somebody still waits for ends here, too.
    const closing = this.#close();
    return this.#inTurn(async () => {
      await closing;
      await this.#close();
      return DONE;
    });
  }

  async throw(error?: unknown): Promise<IteratorResult<T, undefined>> {
    await this.return();
    throw error;
  }

  async #advance(): Promise<IteratorResult<T, undefined>> {
    try {
      while (!this.#over) {
        const batches = await this.#begin();
        if (this.#over) break;
        const ended = batches.ended();
        if (ended) throw ended;
        if (this.#at < this.#items.length) return { done: false, value: this.#items[this.#at++]! };
        const items = await batches.next();
        if (!items) break;
        this.#items = items;
        this.#at = 0;
      }
    } catch (error) {
      // After return() nobody is interested in why the last request ended.
      if (!this.#over) {
        this.#finish();
        await this.#close();
        throw error;
      }
    }
    this.#finish();
    await this.#close();
    return DONE;
  }

  async #begin(): Promise<Batches<T>> {
    this.#batches ??= this.#open();
    this.#opened = await this.#batches;
    return this.#opened;
  }

  #finish(): void {
    this.#over = true;
    this.#items = [];
    this.#at = 0;
  }

  async #close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.close();
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    this.#waiting++;
    const turn = this.#tail.then(async () => {
      try {
        return await work();
      } finally {
        // Before whoever waits goes on: the next item is then at hand, and none has to wait for its turn.
        this.#waiting--;
      }
    });
    this.#tail = turn.catch(() => {});
    return turn;
  }
}

const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });
