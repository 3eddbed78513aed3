import type { Clock } from '@tablewright/core';

/** A clock that only moves when somebody sleeps, and then at once. */
export class VirtualClock implements Clock {
  readonly slept: number[] = [];
  #now = Date.now();

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(ms);
    this.#now += ms;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
