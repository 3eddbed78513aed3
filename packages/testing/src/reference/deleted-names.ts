import type { VirtualClock } from '../clock/virtual-clock.js';
import type { Refusal } from './wire/refusal.js';

/** Names of what is being deleted: they cannot be used for a while. */
export class DeletedNames {
  readonly #until = new Map<string, number>();
  readonly #clock: VirtualClock;
  readonly #ms: number;
  readonly #refusal: () => Refusal;

  constructor(clock: VirtualClock, ms: number, refusal: () => Refusal) {
    this.#clock = clock;
    this.#ms = ms;
    this.#refusal = refusal;
  }

  add(name: string): void {
    this.#until.set(name, this.#clock.now() + this.#ms);
  }

  /** Throws while the deletion lasts. */
  check(name: string): void {
    const until = this.#until.get(name);
    if (until === undefined) return;
    if (this.#clock.now() < until) throw this.#refusal();
    this.#until.delete(name);
  }
}
