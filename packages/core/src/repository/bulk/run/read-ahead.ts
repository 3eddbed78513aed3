import type { Pending } from '../pending.js';
import type { Ledger } from './ledger.js';
import type { Tally } from './tally.js';

/** Enough for several dozens of the largest transactions. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The items that were read and are not settled: how many there may be, and whose instances they hold. */
export class ReadAhead {
  readonly #most: number;
  readonly #tally: Tally;
  readonly #ledger: Ledger;
  readonly #instances = new Map<object, number>();
  #bytes = 0;

  constructor(most: number, tally: Tally, ledger: Ledger) {
    this.#most = most;
    this.#tally = tally;
    this.#ledger = ledger;
  }

  /** Counted from the first item that is not settled, so that a checkpoint stays small as well. */
  get hasRoom(): boolean {
    return this.#tally.read - this.#ledger.through < this.#most && this.#bytes < MOST_BYTES;
  }

  /** Whether a write of this very object is on its way: its stamp is about to change. */
  holds(instance: object | undefined): boolean {
    return instance !== undefined && this.#instances.has(instance);
  }

  add({ bytes, instance }: Pending): void {
    this.#bytes += bytes;
    if (instance) this.#instances.set(instance, (this.#instances.get(instance) ?? 0) + 1);
  }

  remove({ bytes, instance }: Pending): void {
    this.#bytes -= bytes;
    if (!instance) return;
    const others = this.#instances.get(instance)! - 1;
    if (others > 0) this.#instances.set(instance, others);
    else this.#instances.delete(instance);
  }
}
