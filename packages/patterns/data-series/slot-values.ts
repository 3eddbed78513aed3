import type { Slots } from './slots.js';
import { slotIndex } from './slots.js';

/**
 * The values of a series, or of some neighbouring slots, as they were read. Slots that were never written have the
 * value that was declared as `missing`, or `undefined`.
 * @example `for (const [hour, count] of await counts.perHour.get(key)) …`
 */
export class SlotValues<T, V> implements Iterable<readonly [slot: T, value: V]> {
  /** Whether there is such an entity, as far as the rows that were read tell. */
  readonly exists: boolean;
  /** In the order of the slots. */
  readonly values: readonly V[];
  readonly #slots: Slots<T>;
  readonly #from: number;
  readonly #written: ReadonlySet<number>;
  readonly #name: string;

  constructor(
    { name, slots }: { readonly name: string; readonly slots: Slots<T> },
    { from, values, written, exists }: ReadSlots<V>,
  ) {
    this.#name = name;
    this.#slots = slots;
    this.#from = from;
    this.#written = written;
    this.values = values;
    this.exists = exists;
  }

  /** The value of a slot. One that was not asked for is refused. */
  at(slot: T): V {
    return this.values[this.#place(slot)]!;
  }

  /** Whether a slot was ever written. */
  has(slot: T): boolean {
    return this.#written.has(this.#place(slot));
  }

  *[Symbol.iterator](): Iterator<readonly [slot: T, value: V]> {
    for (const [place, value] of this.values.entries()) yield [this.#slots.at(this.#from + place), value];
  }

  #place(slot: T): number {
    const { length } = this.values;
    return slotIndex(this.#slots, slot, this.#name, this.#from, this.#from + length) - this.#from;
  }
}

/** What was found of a series. */
export interface ReadSlots<V> {
  /** The first slot that was asked for. */
  readonly from: number;
  readonly values: readonly V[];
  /** The places of those that are stored. */
  readonly written: ReadonlySet<number>;
  readonly exists: boolean;
}
