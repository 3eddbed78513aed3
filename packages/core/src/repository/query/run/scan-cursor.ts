import { type KeyPosition, type ScanPlan, scanAfter } from '../../../plan/index.js';
import { type CallScope, type Continuation, MAX_PAGE_ROWS, type ReadRow } from '../../../store/index.js';
import type { Cursor, Demand, Place, RowStore } from './cursor.js';
import { letLeave } from './let-leave.js';
import { PageUnderWay } from './page-under-way.js';

/** The page that follows, and where it was asked for to begin. */
interface Ahead {
  readonly page: PageUnderWay;
  readonly after: Continuation | undefined;
}

/** The rows of one scan, page by page. Holds one page, and at most one more that is not read yet. */
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
  #ahead: Ahead | undefined;

  constructor(store: RowStore, scan: ScanPlan, start: Place = {}) {
    this.#store = store;
    this.#start = start;
    this.#scans = start.key ? scanAfter(scan, start.key) : [scan];
    this.#after = start.after;
    this.#last = start.key;
  }

  async next(demand: Demand, scope: CallScope): Promise<readonly ReadRow[]> {
    while (this.#at >= this.#rows.length) {
      if (this.#scan >= this.#scans.length) return [];
      // A page may be empty although more follow.
      await this.#fetch(demand, scope);
    }
    const rows = this.#handOut(demand.most);
    this.#last = rows.at(-1);
    return rows;
  }

  prefetch(scope: CallScope): void {
    if (this.#ahead || this.#at < this.#rows.length || this.#scan >= this.#scans.length) return;
    this.#goAhead(this.#after, scope);
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
    return this.#ahead?.page.settled();
  }

  #handOut(most: number): readonly ReadRow[] {
    const rows = this.#rows;
    if (this.#at === 0 && rows.length <= most) {
      // Nothing is kept that was handed out.
      this.#rows = [];
      return rows;
    }
    const some = rows.slice(this.#at, this.#at + most);
    this.#at += some.length;
    return some;
  }

  async #fetch({ fetch, sure }: Demand, scope: CallScope): Promise<void> {
    const fetching = this.#ahead?.page ?? this.#request(this.#after, fetch, scope);
    this.#ahead = undefined;
    // Where less than a whole page more is sure to be needed, how much it is will be known only when the rows of
    // this one are.
    const goesOn = sure >= 2 * MAX_PAGE_ROWS;
    if (goesOn) fetching.onNext((next) => this.#goAhead(next, scope));
    const page = await fetching.arrived;
    this.#rows = [];
    this.#at = 0;
    this.#after = page.next;
    if (!page.next) this.#scan++;
    await this.#checkAhead();
    // Before the page is read, so that the next one is under way meanwhile.
    if (goesOn && this.#scan < this.#scans.length) {
      this.prefetch(scope);
      await letLeave();
    }
    this.#rows = page.read();
  }

  #goAhead(after: Continuation | undefined, scope: CallScope): void {
    this.#ahead ??= { page: this.#request(after, Number.POSITIVE_INFINITY, scope), after };
  }

  /** A page that had to be fetched twice may have ended elsewhere than it first said: then its successor is wrong. */
  async #checkAhead(): Promise<void> {
    const ahead = this.#ahead;
    if (!ahead || isSame(ahead.after, this.#after)) return;
    await ahead.page.settled();
    this.#ahead = undefined;
  }

  #request(after: Continuation | undefined, wanted: number, scope: CallScope): PageUnderWay {
    return new PageUnderWay(this.#store, this.#scans[this.#scan]!, after, wanted, scope);
  }
}

function isSame(one: Continuation | undefined, other: Continuation | undefined): boolean {
  return one?.partitionKey === other?.partitionKey && one?.rowKey === other?.rowKey;
}

export function keyOf({ partitionKey, rowKey }: KeyPosition): KeyPosition {
  return { partitionKey, rowKey };
}
