/** Hands items from one who finds them to one who takes them, and lets the first wait for the second. */
export class Channel<T> {
  readonly #items: T[] = [];
  readonly #most: number;
  #closed = false;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  async put(item: T): Promise<void> {
    this.#items.push(item);
    this.#wake();
    while (this.#items.length > this.#most && !this.#closed) await this.#change();
  }

  /** The next item; `undefined` once the channel is closed and empty. */
  async take(): Promise<T | undefined> {
    while (this.#items.length === 0 && !this.#closed) await this.#change();
    const item = this.#items.shift();
    this.#wake();
    return item;
  }

  /** Nobody puts or takes any more: whoever waits goes on. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
