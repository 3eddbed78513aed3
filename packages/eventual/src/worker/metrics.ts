/** What a worker did since it was made. */
export interface WorkerMetrics {
  /** Messages that are done with. */
  readonly handled: number;
  /** Intents that were carried out. */
  readonly intents: number;
  /** How often a message failed, and was put back. */
  readonly retries: number;
  /** Messages that went to the poison queue. */
  readonly poisoned: number;
  /** Messages that were put back because only another program knows what they ask for. */
  readonly unknown: number;
  /** Milliseconds between the put and the end of a message, by the service's clock: of the last one, and the longest. */
  readonly lag: { readonly last: number; readonly longest: number };
  /** Messages that are being handled now. */
  readonly inFlight: number;
}

export class Meter {
  #handled = 0;
  #intents = 0;
  #retries = 0;
  #poisoned = 0;
  #unknown = 0;
  #last = 0;
  #longest = 0;
  inFlight = 0;

  handled(intents: number, lag: number): void {
    this.#handled += 1;
    this.#intents += intents;
    this.#last = lag;
    this.#longest = Math.max(this.#longest, lag);
  }

  retried(): void {
    this.#retries += 1;
  }

  poisoned(): void {
    this.#poisoned += 1;
  }

  unknown(): void {
    this.#unknown += 1;
  }

  read(): WorkerMetrics {
    return {
      handled: this.#handled,
      intents: this.#intents,
      retries: this.#retries,
      poisoned: this.#poisoned,
      unknown: this.#unknown,
      lag: { last: this.#last, longest: this.#longest },
      inFlight: this.inFlight,
    };
  }
}
