/** What the service can write down. */
const EARLIEST = Date.UTC(1601, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A clock that stands still until it is moved. Fits `clock` of a store, and every other place that takes one. */
export class VirtualClock {
  readonly #sleepers = new Set<Sleeper>();
  readonly #start: number;
  #now: number;
  #order = 0;

  /** @param start Milliseconds since 1970. */
  constructor(start: number = Date.UTC(2026, 0, 1)) {
    if (!(Number.isFinite(start) && start >= EARLIEST && start <= LATEST)) {
      throw new RangeError('VirtualClock: start is in milliseconds since 1970, in the years 1601 to 9999.');
    }
    this.#start = start;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  /** Resolves when the clock was moved by `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        end();
        reject(signal?.reason);
      };
      const wake = () => {
        end();
        resolve();
      };
      const sleeper: Sleeper = { at: this.#now + Math.max(ms, 0), order: this.#order++, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** How many wait for the clock to move. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** When the next sleeper wakes; `undefined` if none sleeps. */
  get next(): number | undefined {
    return this.#earliest()?.at;
  }

  /** Moves the clock, and wakes those whose time has come, one after the other. */
  advance(ms: number): void {
    const end = this.#now + ms;
    // Text would be appended to the time, and what is no time would show at a write, far from here.
    if (!(Number.isFinite(ms) && ms >= 0 && end <= LATEST)) {
      throw new RangeError(
        'VirtualClock.advance: ms is by how many milliseconds the clock moves on: 0 or more, up to the year 9999.',
      );
    }
    for (let sleeper = this.#earliest(); sleeper && sleeper.at <= end; sleeper = this.#earliest()) {
      this.#now = Math.max(this.#now, sleeper.at);
      sleeper.wake();
    }
    this.#now = end;
  }

  /** Moves the clock to the next sleeper, and wakes it; `false` if none sleeps. */
  advanceToNext(): boolean {
    const sleeper = this.#earliest();
    if (!sleeper) return false;
    this.#now = Math.max(this.#now, sleeper.at);
    sleeper.wake();
    return true;
  }

  #earliest(): Sleeper | undefined {
    let earliest: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      // Whoever sleeps for ever is not the next to wake.
      if (!(sleeper.at <= LATEST)) continue;
      const before = earliest && (earliest.at - sleeper.at || earliest.order - sleeper.order) <= 0;
      if (!before) earliest = sleeper;
    }
    return earliest;
  }
}

interface Sleeper {
  readonly at: number;
  /** Those of one moment wake in the order in which they fell asleep. */
  readonly order: number;
  wake(): void;
}
