import { canResumeByKey } from '../../../plan/index.js';
import type { CallScope, ReadRow } from '../../../store/index.js';
import type { Cursor, Demand, Place, RowStore } from './cursor.js';
import { MergeCursor } from './merge-cursor.js';
import { PointsCursor } from './points-cursor.js';
import { ScanCursor } from './scan-cursor.js';
import type { Unit } from './units.js';

/** How many scans are under way at once, or have a page that waits to be read: unless told otherwise. */
const SCANS_AT_ONCE = 8;

/** Where a query goes on. */
export interface Position extends Place {
  /** The number of the unit. */
  readonly unit: number;
}

export interface FeedOptions {
  readonly units: readonly Unit[];
  readonly start?: Position;
  /** Whether somebody will ask where to go on: then no more is fetched than can be named. */
  readonly resumable: boolean;
  /** Whether rows come in the order of their keys, so that a key tells a position. */
  readonly sorted: boolean;
  /** How many scans may be begun before the first of them has been read. */
  readonly concurrency?: number | undefined;
}

/** All rows of a plan, one unit after the other. */
export class RowFeed {
  readonly #store: RowStore;
  readonly #options: FeedOptions;
  readonly #cursors = new Map<number, Cursor>();
  #unit: number;

  constructor(store: RowStore, options: FeedOptions) {
    this.#store = store;
    this.#options = options;
    this.#unit = options.start?.unit ?? 0;
  }

  /** The rows that follow; none at the end. */
  async next(demand: Demand, scope: CallScope): Promise<readonly ReadRow[]> {
    for (; this.#unit < this.#options.units.length; this.#unit++) {
      const cursor = this.#cursor(this.#unit);
      const fetch = this.isCoarse() ? Math.min(demand.fetch, demand.most) : demand.fetch;
      const reading = cursor.next({ ...demand, fetch }, scope);
      if (demand.fetch === Number.POSITIVE_INFINITY) this.#prefetch(scope);
      const rows = await reading;
      if (rows.length > 0) return rows;
      this.#cursors.delete(this.#unit);
    }
    return [];
  }

  /** Whether a position can only be named between the pages of the service. */
  isCoarse(): boolean {
    const { units, resumable, sorted } = this.#options;
    const unit = units[this.#unit];
    return resumable && unit?.kind === 'scan' && !(sorted && canResumeByKey(unit.scan));
  }

  /** Where to go on behind the rows that were handed out; `undefined` at the end. */
  position(): Position | undefined {
    if (this.#unit >= this.#options.units.length) return undefined;
    const place = this.#cursor(this.#unit).place();
    if (place) return { unit: this.#unit, ...place };
    return this.#unit + 1 < this.#options.units.length ? { unit: this.#unit + 1 } : undefined;
  }

  /** Settles when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.all([...this.#cursors.values()].map((cursor) => cursor.settled?.()));
  }

  #prefetch(scope: CallScope): void {
    const { units, concurrency = SCANS_AT_ONCE } = this.#options;
    // A service that is too busy for what is wanted now is not asked for what may be wanted later.
    const atOnce = Math.min(concurrency, scope.pace?.width ?? concurrency);
    const last = Math.min(this.#unit + atOnce, units.length) - 1;
    for (let unit = this.#unit + 1; unit <= last; unit++) this.#cursor(unit).prefetch?.(scope);
  }

  #cursor(unit: number): Cursor {
    let cursor = this.#cursors.get(unit);
    if (!cursor) {
      const { units, start } = this.#options;
      cursor = cursorOf(this.#store, units[unit]!, start?.unit === unit ? start : {});
      this.#cursors.set(unit, cursor);
    }
    return cursor;
  }
}

function cursorOf(store: RowStore, unit: Unit, place: Place): Cursor {
  switch (unit.kind) {
    case 'points':
      return new PointsCursor(store, unit.reads, place);
    case 'scan':
      return new ScanCursor(store, unit.scan, place);
    case 'merge':
      return new MergeCursor(store, unit.parts, place);
  }
}
