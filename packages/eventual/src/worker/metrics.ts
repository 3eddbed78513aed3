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
  /**
   * Milliseconds since the oldest intent was recorded that this worker saw lately and could not carry out, because it
   * failed or is not known here; `undefined` when there is none. `sweep` tells of all that there are.
   */
  readonly oldestIntent: number | undefined;
}

/** So many partitions with open intents are remembered; of more, the oldest ones are. */
const MOST_OPEN = 1_000;

/** A partition with intents that could not be carried out: when the oldest was recorded, and when it was seen. */
interface Open {
  readonly recorded: number;
  readonly seen: number;
}

export class Meter {
  #handled = 0;
  #intents = 0;
  #retries = 0;
  #poisoned = 0;
  #unknown = 0;
  #last = 0;
  #longest = 0;
  readonly #open = new Map<string, Open>();
  readonly #memory: number;
  inFlight = 0;

  /** `memory`: milliseconds after which a partition that was not seen again is another worker's. */
  constructor(memory: number) {
    this.#memory = memory;
  }

  handled(lag: number): void {
    this.#handled += 1;
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

  /**
   * A partition was looked at: so many of its intents were carried out, and the oldest of those that are left was
   * recorded then; `undefined`: none is left.
   */
  looked(partition: string, done: number, recorded: number | undefined, now: number): void {
    this.#intents += done;
    this.#open.delete(partition);
    if (recorded === undefined) return;
    this.#open.set(partition, { recorded, seen: now });
    if (this.#open.size <= MOST_OPEN) return;
    const [youngest] = [...this.#open].reduce((a, b) => (b[1].recorded > a[1].recorded ? b : a));
    this.#open.delete(youngest);
  }

  read(now: number): WorkerMetrics {
    for (const [partition, { seen }] of this.#open) {
      if (seen + this.#memory < now) this.#open.delete(partition);
    }
    const times = [...this.#open.values()].map(({ recorded }) => recorded);
    const oldest = times.length > 0 ? Math.min(...times) : undefined;
    return {
      handled: this.#handled,
      intents: this.#intents,
      retries: this.#retries,
      poisoned: this.#poisoned,
      unknown: this.#unknown,
      lag: { last: this.#last, longest: this.#longest },
      inFlight: this.inFlight,
      oldestIntent: oldest === undefined ? undefined : Math.max(0, now - oldest),
    };
  }
}
