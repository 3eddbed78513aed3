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

/** Of the same time as another one; whoever sleeps on it wakes when it is moved on. */
export class ManualClock implements Clock {
  readonly #shared: SetClock;
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  readonly #onAsleep: (() => void)[] = [];

  constructor(shared: SetClock) {
    this.#shared = shared;
  }

  now(): number {
    return this.#shared.time;
  }

  monotonic(): number {
    return this.#shared.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { until: this.now() + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
      for (const tell of this.#onAsleep.splice(0)) tell();
    });
  }

  /** Resolves when somebody sleeps. */
  async asleep(): Promise<void> {
    if (this.#sleepers.size === 0) await new Promise<void>((resolve) => this.#onAsleep.push(resolve));
  }

  advance(ms: number): void {
    this.#shared.time += ms;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.now()) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
