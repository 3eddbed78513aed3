import { hasCode } from '../../../errors/index.js';
import { type CallScope, pacedScope } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import { type BulkEnd, BulkInterruptedError, CheckpointError } from '../errors.js';
import type { BulkSettings } from '../options.js';
import type { Verdict } from '../pending.js';
import { type OpenItem, openItem } from '../prepare-item.js';
import { sendGroup } from '../send/send-group.js';
import type { BulkReport } from '../types.js';
import { admit, instanceOf } from './admit.js';
import type { Lane } from './lane.js';
import { Lanes } from './lanes.js';
import { ReadAhead } from './read-ahead.js';
import { Settlement } from './settlement.js';
import { type Pulled, Source } from './source.js';

/** Reads are of single rows, so more of them go side by side. */
const READS_PER_WRITE = 4;
/** So often the reader lets timers, signals and replies have their turn, whatever the source is like. */
const ITEMS_PER_TURN = 256;

/** One run: reads items, hands them to the lanes of their partitions, and keeps the lanes busy. */
export class BulkRun {
  readonly #context: RepositoryContext;
  readonly #scope: CallScope;
  /** The same, for requests that write, and for those that read. */
  readonly #writes: ReturnType<typeof pacedScope>;
  readonly #reads: CallScope;
  readonly #stopOnError: boolean;
  readonly #source: Source;
  readonly #lanes = new Lanes();
  readonly #readAhead: ReadAhead;
  readonly #settlement: Settlement;
  /** Why nothing more may be begun. */
  #end: { readonly reason: BulkEnd; readonly cause: unknown } | undefined;
  #fault: { readonly error: unknown } | undefined;
  #sourceFailure: { readonly cause: unknown } | undefined;
  /** Nothing more can be read for the time being: lanes that are not full are served as well. */
  #stuck = false;
  /** How many lanes are being served. */
  #busy = 0;
  #wake: () => void = () => {};

  constructor(context: RepositoryContext, items: unknown, settings: BulkSettings, scope: CallScope) {
    this.#context = context;
    this.#scope = scope;
    this.#stopOnError = settings.stopOnError;
    this.#source = new Source(items);
    this.#writes = pacedScope(scope, settings.concurrency);
    this.#reads = pacedScope(scope, READS_PER_WRITE * settings.concurrency);
    this.#settlement = new Settlement(settings, this.#writes);
    const { tally, ledger } = this.#settlement;
    this.#readAhead = new ReadAhead(settings.readAhead, tally, ledger);
  }

  async run(): Promise<BulkReport> {
    const { signal } = this.#scope;
    const onAbort = () => void this.#isOver();
    signal?.addEventListener('abort', onAbort);
    try {
      await this.#readAll();
      while (this.#busy > 0 || (!this.#isOver() && this.#lanes.anyIdle)) await this.#stall();
      if (this.#end) await this.#source.close();
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
    return this.#conclusion();
  }

  /** Begins nothing more; what is under way is finished. */
  stop(reason: BulkEnd, cause: unknown): void {
    this.#end ??= { reason, cause };
    this.#source.giveUp();
    this.#wake();
  }

  #isOver(): boolean {
    const ended = this.#end ? undefined : this.#scope.ended();
    if (ended) this.stop(hasCode(ended, 'TIMEOUT') ? 'TIMEOUT' : 'ABORTED', ended);
    return this.#end !== undefined;
  }

  /** Reads to the end, or until the run is over. What was read before the source failed is still written. */
  async #readAll(): Promise<void> {
    for (;;) {
      while (!this.#isOver() && !this.#readAhead.hasRoom) await this.#stall();
      if (this.#isOver()) return;
      let next: Pulled | undefined;
      try {
        const pulled = this.#source.next();
        next = pulled instanceof Promise ? await pulled : pulled;
      } catch (cause) {
        this.#sourceFailure = { cause };
      }
      if (!next || this.#isOver()) return;
      const { tally } = this.#settlement;
      const accepting = this.#accept(next.value, tally.read++);
      if (accepting) await accepting;
      if (tally.read % ITEMS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A promise only where there is something to wait for. */
  #accept(value: unknown, index: number): Promise<void> | undefined {
    const { tally, ledger } = this.#settlement;
    if (ledger.isSettled(index)) {
      tally.skipped++;
      ledger.settle(index);
      return undefined;
    }
    try {
      const item = openItem(this.#context, value);
      if (this.#mustWait(item)) return this.#acceptLater(item, value, index);
      this.#take(item, value, index);
      return undefined;
    } catch (error) {
      return this.#settle([{ index, item: value, status: 'failed', error }]);
    }
  }

  async #acceptLater(item: OpenItem, value: unknown, index: number): Promise<void> {
    while (this.#mustWait(item) && !this.#isOver()) await this.#stall();
    if (this.#isOver()) return;
    try {
      this.#take(item, value, index);
    } catch (error) {
      await this.#settle([{ index, item: value, status: 'failed', error }]);
    }
  }

  #take(item: OpenItem, value: unknown, index: number): void {
    const pending = admit(item, index, value);
    this.#readAhead.add(pending);
    this.#lanes.add(pending);
    this.#serveLanes();
  }

  /** A write of an instance needs the version that an earlier write of the same instance leaves on it. */
  #mustWait(item: OpenItem): boolean {
    return item.verb !== 'insert' && this.#readAhead.holds(instanceOf(item));
  }

  /** Waits for a change, while all that was read may be sent. */
  async #stall(): Promise<void> {
    this.#stuck = true;
    this.#serveLanes();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#stuck = false;
  }

  #serveLanes(): void {
    while (this.#busy < this.#writes.pace.most && !this.#isOver()) {
      const lane = this.#lanes.next(this.#stuck);
      if (!lane) return;
      void this.#serve(lane);
    }
  }

  /** Never rejects. How many of those that are served may send something at a time is up to the pace. */
  async #serve(lane: Lane): Promise<void> {
    this.#busy++;
    try {
      const group = lane.take();
      const sent = await sendGroup(group, { writes: this.#writes, reads: this.#reads, size: lane.size });
      lane.conclude(sent);
      await this.#settle(sent.verdicts);
    } catch (error) {
      this.#fail(error);
    }
    this.#busy--;
    this.#lanes.release(lane);
    // There may be room to read again: until that is known, only full lanes go on.
    this.#stuck = false;
    this.#serveLanes();
    this.#wake();
  }

  /** Nothing is known to throw here; should it, the caller hears of it instead of waiting for ever. */
  #fail(error: unknown): void {
    this.#fault = { error };
    this.stop('STOPPED', error);
  }

  async #settle(verdicts: readonly Verdict[]): Promise<void> {
    try {
      await this.#settlement.settle(verdicts);
    } catch (cause) {
      this.stop('CALLBACK_FAILED', cause);
    }
    for (const { pending } of verdicts) if (pending) this.#readAhead.remove(pending);
    if (!this.#stopOnError) return;
    const bad = verdicts.find(({ status }) => status !== 'done');
    if (bad && 'error' in bad && !this.#isOver()) this.stop('STOPPED', bad.error);
  }

  #conclusion(): BulkReport {
    if (this.#fault) throw this.#fault.error;
    const report = this.#settlement.report();
    if (this.#end) throw new BulkInterruptedError(this.#end.reason, report, this.#end.cause);
    if (this.#sourceFailure) {
      throw new BulkInterruptedError('SOURCE_FAILED', report, this.#sourceFailure.cause);
    }
    if (report.read < this.#settlement.ledger.expected) {
      throw new CheckpointError(
        `The checkpoint speaks of more items than the source has (${report.read}): it was made with another source.`,
      );
    }
    return report;
  }
}
