import { type KeyPosition, type ScanPlan, scanAfter } from '../../../plan/index.js';
import {
  type CallScope,
  type Continuation,
  MAX_PAGE_ROWS,
  type ReadRow,
  type RowPage,
} from '../../../store/index.js';
import type { Cursor, Demand, Place, RowStore } from './cursor.js';

/** The rows of one scan, page by page. Holds one page at a time. */
export class ScanCursor implements Cursor {
  readonly #store: RowStore;
  /** Behind a key, a scan over partitions becomes two. */
  readonly #scans: readonly ScanPlan[];
  readonly #start: Place;
  #scan = 0;
  #after: Continuation | undefined;
  #rows: readonly ReadRow[] = [];
  #at = 0;
  #last: KeyPosition | undefined;
  #ahead: Promise<RowPage> | undefined;

  constructor(store: RowStore, scan: ScanPlan, start: Place = {}) {
    this.#store = store;
    this.#start = start;
    this.#scans = start.key ? scanAfter(scan, start.key) : [scan];
    this.#after = start.after;
    this.#last = start.key;
  }

  async next({ most, fetch }: Demand, scope: CallScope): Promise<readonly ReadRow[]> {
    while (this.#at >= this.#rows.length) {
      if (this.#scan >= this.#scans.length) return [];
      // A page may be empty although more follow.
      await this.#fetch(fetch, scope);
    }
    const rows = this.#rows.slice(this.#at, this.#at + most);
    this.#at += rows.length;
    this.#last = rows.at(-1);
    return rows;
  }

  prefetch(scope: CallScope): void {
    if (this.#ahead || this.#rows.length > 0 || this.#scan >= this.#scans.length) return;
    this.#ahead = this.#list(Number.POSITIVE_INFINITY, scope);
    // Whoever asks for the rows gets the error; perhaps nobody does.
    this.#ahead.catch(() => {});
  }

  place(): Place | undefined {
    const inPage = this.#at < this.#rows.length;
    if (!inPage && this.#scan >= this.#scans.length) return undefined;
    if (!this.#last && !this.#after) return this.#start;
    // A continuation belongs to the scan as it was planned, and to the end of a page.
    if (inPage || this.#start.key || !this.#after)
      return this.#last ? { key: keyOf(this.#last) } : this.#start;
    return { after: this.#after };
  }

  async settled(): Promise<unknown> {
    return this.#ahead?.catch(() => {});
  }

  async #fetch(wanted: number, scope: CallScope): Promise<void> {
    const listing = this.#ahead ?? this.#list(wanted, scope);
    this.#ahead = undefined;
    const { rows, next } = await listing;
    this.#rows = rows;
    this.#at = 0;
    this.#after = next;
    if (!next) this.#scan++;
  }

  #list(wanted: number, scope: CallScope): Promise<RowPage> {
    const top = wanted < MAX_PAGE_ROWS && { top: wanted };
    const after = this.#after && { after: this.#after };
    return this.#store.list(this.#scans[this.#scan]!, { ...top, ...after }, scope);
  }
}

export function keyOf({ partitionKey, rowKey }: KeyPosition): KeyPosition {
  return { partitionKey, rowKey };
}
