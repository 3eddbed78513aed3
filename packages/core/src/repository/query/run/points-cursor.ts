import type { PointReadPlan } from '../../../plan/index.js';
import { type CallScope, type ReadRow, sideBySide } from '../../../store/index.js';
import type { Cursor, Demand, Place, RowStore } from './cursor.js';

/** Enough to keep the reads busy, few enough to keep. */
const BATCH = 128;

/** Rows that are named by their whole keys. */
export class PointsCursor implements Cursor {
  readonly #store: RowStore;
  readonly #reads: readonly PointReadPlan[];
  #done: number;

  constructor(store: RowStore, reads: readonly PointReadPlan[], { done = 0 }: Place = {}) {
    this.#store = store;
    this.#reads = reads;
    this.#done = done;
  }

  async next({ most }: Demand, scope: CallScope): Promise<readonly ReadRow[]> {
    while (this.#done < this.#reads.length) {
      // Each read brings at most one row: no more of them than rows are wanted.
      const batch = this.#reads.slice(this.#done, this.#done + Math.min(most, BATCH));
      const rows = await sideBySide(batch, scope, (read, within) => this.#store.read(read, within));
      this.#done += batch.length;
      const found = rows.filter((row) => row !== undefined);
      if (found.length > 0) return found;
    }
    return [];
  }

  place(): Place | undefined {
    return this.#done < this.#reads.length ? { done: this.#done } : undefined;
  }
}
