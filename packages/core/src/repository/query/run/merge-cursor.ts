import type { KeyPosition, PointReadPlan, ScanPlan } from '../../../plan/index.js';
import type { CallScope, ReadRow } from '../../../store/index.js';
import type { Cursor, Demand, Place, RowStore } from './cursor.js';
import { PointsCursor } from './points-cursor.js';
import { keyOf, ScanCursor } from './scan-cursor.js';
import { compareKeys } from './units.js';

/** One of the merged parts, and its rows that are here but not handed out. */
interface Lane {
  readonly cursor: Cursor;
  rows: readonly ReadRow[];
  at: number;
  ended: boolean;
}

/** Several parts over the same keys, merged by key. Holds one page of each, and one more that is not read yet. */
export class MergeCursor implements Cursor {
  readonly #lanes: readonly Lane[];
  #last: KeyPosition | undefined;
  #filling: Promise<unknown> | undefined;

  constructor(store: RowStore, parts: readonly (PointReadPlan | ScanPlan)[], { key }: Place = {}) {
    this.#last = key;
    this.#lanes = parts.map((part) => ({
      cursor: cursorOf(store, part, key),
      rows: [],
      at: 0,
      ended: false,
    }));
  }

  async next(demand: Demand, scope: CallScope): Promise<readonly ReadRow[]> {
    const merged: ReadRow[] = [];
    while (merged.length === 0) {
      await this.#fill(demand, scope);
      if (this.#lanes.every((lane) => lane.ended)) return [];
      this.#merge(merged, demand.most);
    }
    return merged;
  }

  place(): Place | undefined {
    const over = this.#lanes.every((lane) => lane.at >= lane.rows.length && !lane.cursor.place());
    if (over) return undefined;
    return this.#last ? { key: keyOf(this.#last) } : {};
  }

  async settled(): Promise<unknown> {
    await this.#filling;
    return Promise.all(this.#lanes.map(({ cursor }) => cursor.settled?.()));
  }

  async #fill({ fetch, sure }: Demand, scope: CallScope): Promise<void> {
    // Which of the parts the rows will come from is not known, unless all of them are wanted.
    const everything = sure === Number.POSITIVE_INFINITY;
    const demand = { most: Number.POSITIVE_INFINITY, fetch, sure: everything ? sure : 0 };
    const filling = this.#lanes
      .filter((lane) => !lane.ended && lane.at >= lane.rows.length)
      .map(async (lane) => {
        lane.rows = await lane.cursor.next(demand, scope);
        lane.at = 0;
        lane.ended = lane.rows.length === 0;
      });
    this.#filling = Promise.allSettled(filling);
    await Promise.all(filling);
  }

  /** Until enough rows are out, or the next row of some part is not here yet. */
  #merge(merged: ReadRow[], most: number): void {
    const open = this.#lanes.filter((lane) => !lane.ended);
    while (merged.length < most) {
      const first = firstOf(open);
      if (!first) return;
      const row = first.rows[first.at++]!;
      // A row that changed meanwhile may have been found by two of the parts.
      if (this.#last && compareKeys(row, this.#last) === 0) continue;
      merged.push(row);
      this.#last = row;
    }
  }
}

/** The part whose row comes next; `undefined` where that cannot be told, because some part's is not here. */
function firstOf(lanes: readonly Lane[]): Lane | undefined {
  let first: Lane | undefined;
  for (const lane of lanes) {
    if (lane.at >= lane.rows.length) return undefined;
    if (!first || compareKeys(lane.rows[lane.at]!, first.rows[first.at]!) < 0) first = lane;
  }
  return first;
}

function cursorOf(store: RowStore, part: PointReadPlan | ScanPlan, key: KeyPosition | undefined): Cursor {
  if (part.kind === 'scan') return new ScanCursor(store, part, key ? { key } : {});
  const isBehind = key !== undefined && compareKeys(part, key) <= 0;
  return new PointsCursor(store, isBehind ? [] : [part]);
}
