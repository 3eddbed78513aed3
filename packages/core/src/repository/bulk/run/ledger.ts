import { type Checkpoint, formatCheckpoint, mergeRanges, type Range } from '../checkpoint.js';

/** Which items are settled, in this run and in those before it. Holds no more than the read-ahead. */
export class Ledger {
  readonly #given: Checkpoint;
  /** The first of the given ranges that the source has not passed. */
  #ahead = 0;
  #through: number;
  readonly #beyond = new Set<number>();

  constructor(given: Checkpoint) {
    this.#given = given;
    this.#through = given.through;
  }

  /** All items before this one are settled. */
  get through(): number {
    return this.#through;
  }

  /** How many items the source must have, if it is the one that the checkpoint was made with. */
  get expected(): number {
    const last = this.#given.also.at(-1);
    return last ? last[1] + 1 : this.#given.through;
  }

  /** Whether an earlier run settled the item. Asked for one item after the other. */
  isSettled(index: number): boolean {
    const { through, also } = this.#given;
    if (index < through) return true;
    while (also[this.#ahead] && also[this.#ahead]![1] < index) this.#ahead++;
    const range = also[this.#ahead];
    return range !== undefined && range[0] <= index;
  }

  settle(index: number): void {
    if (index < this.#through) return;
    if (index > this.#through) {
      this.#beyond.add(index);
      return;
    }
    this.#through++;
    while (this.#beyond.delete(this.#through)) this.#through++;
  }

  checkpoint(): string {
    const own = Array.from(this.#beyond, (index): Range => [index, index]);
    const also = mergeRanges([...own, ...this.#given.also.slice(this.#ahead)], this.#through);
    return formatCheckpoint({ through: this.#through, also });
  }
}
