import type { ScanPlan } from '../../../plan/index.js';
import {
  type CallScope,
  type Continuation,
  MAX_PAGE_ROWS,
  type ReadRow,
  type UnreadPage,
} from '../../../store/index.js';
import type { RowStore } from './cursor.js';

/** A page that was asked for. Where the scan goes on behind it may be known before it has arrived. */
export class PageUnderWay {
  readonly arrived: Promise<UnreadPage<ReadRow>>;
  #next: Continuation | undefined;
  #listener: ((next: Continuation) => void) | undefined;

  constructor(
    store: RowStore,
    scan: ScanPlan,
    after: Continuation | undefined,
    wanted: number,
    scope: CallScope,
  ) {
    const page = { ...(wanted < MAX_PAGE_ROWS && { top: wanted }), ...(after && { after }) };
    this.arrived = store.fetchPage(scan, page, scope, (next) => {
      this.#next = next;
      if (next) this.#listener?.(next);
    });
    // Whoever asks for the rows gets the error; perhaps nobody does.
    this.arrived.catch(() => {});
  }

  /** Calls back when it is known where the scan goes on, unless the page itself is faster. */
  onNext(listener: (next: Continuation) => void): void {
    if (this.#next) listener(this.#next);
    else this.#listener = listener;
  }

  /** Settles when nothing of it is under way any more. */
  settled(): Promise<unknown> {
    return this.arrived.catch(() => {});
  }
}
