import type { VirtualClock } from '../clock/virtual-clock.js';

const TICKS_PER_MS = 10_000;

/** Time and numbers for all services of one account. Nothing here is left to chance. */
export class ServiceContext {
  readonly clock: VirtualClock;
  readonly newId: () => string;
  #requests = 0;
  #second = Number.NaN;
  #date = '';
  #ms = Number.NaN;
  #tick = 0;
  #msText = '';

  constructor(clock: VirtualClock, newId: () => string) {
    this.clock = clock;
    this.newId = newId;
  }

  requestId(): string {
    return guidOf(++this.#requests);
  }

  /** `Thu, 01 Jan 2026 00:00:00 GMT` */
  dateHeader(): string {
    const second = Math.floor(this.clock.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(second * 1_000).toUTCString();
    }
    return this.#date;
  }

  /** A time of 100 ns resolution, later than every one before, also while the clock stands still. */
  timestamp(): string {
    const now = Math.floor(this.clock.now());
    if (now > this.#ms || Number.isNaN(this.#ms)) this.#begin(now);
    else if (++this.#tick === TICKS_PER_MS) this.#begin(this.#ms + 1);
    return `${this.#msText}${String(this.#tick).padStart(4, '0')}Z`;
  }

  #begin(ms: number): void {
    this.#ms = ms;
    this.#tick = 0;
    this.#msText = new Date(ms).toISOString().slice(0, -1);
  }
}

/** Ids that look like GUIDs, and count. */
export function guidOf(count: number): string {
  return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
}
