/** What a worker can hold at once. */
export class Hands {
  readonly size: number;
  readonly #busy = new Set<Promise<void>>();

  constructor(size: number) {
    this.size = size;
  }

  get free(): number {
    return this.size - this.#busy.size;
  }

  /** Takes something on. The work does not fail. */
  hold(work: Promise<void>): void {
    const held = work.finally(() => this.#busy.delete(held));
    this.#busy.add(held);
  }

  /** Resolves when so many are free. */
  async until(free: number): Promise<void> {
    while (this.free < free) await Promise.race(this.#busy);
  }
}
