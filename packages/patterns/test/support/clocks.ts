import { type Clock, systemClock } from '@tablewright/core';

/** A clock that stands still until it is set; pauses between retries are real. */
export class SetClock implements Clock {
  time: number;

  constructor(time: Date | string) {
    this.time = new Date(time).getTime();
  }

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }
}

/** A clock on which sleepers wake when it is moved on. */
export class ManualClock extends SetClock {
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  #onAsleep: (() => void)[] = [];

  override monotonic(): number {
    return this.time;
  }

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { until: this.time + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      });
      for (const tell of this.#onAsleep.splice(0)) tell();
    });
  }

  /** Resolves when somebody sleeps. */
  async asleep(): Promise<void> {
    if (this.#sleepers.size === 0) await new Promise<void>((resolve) => this.#onAsleep.push(resolve));
  }

  advance(ms: number): void {
    this.time += ms;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.time) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
