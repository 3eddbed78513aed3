/** How much may be under way at once. The one place to change when the service asks for less. */
export class Limiter {
  readonly #most: number;
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get underWay(): number {
    return this.#underWay;
  }

  get hasRoom(): boolean {
    return this.#underWay < this.#most;
  }

  /** Runs `work` as soon as there is room for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // A place is handed over, not freed, when somebody waits for it: nobody overtakes.
    if (this.hasRoom) this.#underWay++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay--;
    }
  }
}
