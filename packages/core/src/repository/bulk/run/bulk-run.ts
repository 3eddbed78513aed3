import { hasCode } from '../../../errors/index.js';
import type { CallScope } from '../../../store/index.js';
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
import { Limiter } from './limiter.js';
import { ReadAhead } from './read-ahead.js';
import { Settlement } from './settlement.js';
import { Source } from './source.js';

/** Reads are of single rows, so more of them go side by side. */
const READS_PER_WRITE = 4;
/** So often the reader lets timers, signals and replies have their turn, whatever the source is like. */
const ITEMS_PER_TURN = 256;

/** One run: reads items, hands them to the lanes of their partitions, and keeps the lanes busy. */
export class BulkRun {
  readonly #context: RepositoryContext;
  readonly #scope: CallScope;
  readonly #stopOnError: boolean;
  readonly #source: Source;
  readonly #lanes = new Lanes();
  readonly #writes: Limiter;
  readonly #reads: Limiter;
  readonly #readAhead: ReadAhead;
  readonly #settlement: Settlement;
  /** Why nothing more may be begun. */
  #end: { readonly reason: BulkEnd; readonly cause: unknown } | undefined;
  #fault: { readonly error: unknown } | undefined;
  #sourceFailure: { readonly cause: unknown } | undefined;
  /** Nothing more can be read for the time being: lanes that are not full are served as well. */
  #stuck = false;
  #wake: () => void = () => {};

  constructor(context: RepositoryContext, items: unknown, settings: BulkSettings, scope: CallScope) {
    this.#context = context;
    this.#scope = scope;
    this.#stopOnError = settings.stopOnError;
    this.#source = new Source(items);
    this.#writes = new Limiter(settings.concurrency);
    this.#reads = new Limiter(READS_PER_WRITE * settings.concurrency);
    this.#settlement = new Settlement(settings, scope);
    const { tally, ledger } = this.#settlement;
    this.#readAhead = new ReadAhead(settings.readAhead, tally, ledger);
  }

  async run(): Promise<BulkReport> {
    const { signal } = this.#scope;
    const onAbort = () => void this.#isOver();
    signal?.addEventListener('abort', onAbort);
    try {
      await this.#readAll();
      while (this.#writes.underWay > 0 || (!this.#isOver() && this.#lanes.anyIdle)) await this.#stall();
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
      let next: { readonly value: unknown } | undefined;
      try {
        next = await this.#source.next();
      } catch (cause) {
        this.#sourceFailure = { cause };
      }
      if (!next || this.#isOver()) return;
      await this.#accept(next.value);
    }
  }

  async #accept(value: unknown): Promise<void> {
    const { tally, ledger } = this.#settlement;
    const index = tally.read++;
    if (tally.read % ITEMS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    if (ledger.isSettled(index)) {
      tally.skipped++;
      ledger.settle(index);
      return;
    }
    try {
      const item = openItem(this.#context, value);
      await this.#untilFree(item);
      if (this.#isOver()) return;
      const pending = admit(item, index, value);
      this.#readAhead.add(pending);
      this.#lanes.add(pending);
      this.#serveLanes();
    } catch (error) {
      await this.#settle([{ index, item: value, status: 'failed', error }]);
    }
  }

  /** A write of an instance needs the version that an earlier write of the same instance leaves on it. */
  async #untilFree(item: OpenItem): Promise<void> {
    if (item.verb === 'insert') return;
    const instance = instanceOf(item);
    while (this.#readAhead.holds(instance) && !this.#isOver()) await this.#stall();
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
    while (this.#writes.hasRoom && !this.#isOver()) {
      const lane = this.#lanes.next(this.#stuck);
      if (!lane) return;
      this.#writes
        .run(() => this.#serve(lane))
        .catch((error: unknown) => this.#fail(error))
        .finally(() => {
          this.#lanes.release(lane);
          // There may be room to read again: until that is known, only full lanes go on.
          this.#stuck = false;
          this.#serveLanes();
          this.#wake();
        });
    }
  }

  async #serve(lane: Lane): Promise<void> {
    const group = lane.take();
    const sent = await sendGroup(group, { scope: this.#scope, reads: this.#reads, size: lane.size });
    lane.conclude(sent);
    await this.#settle(sent.verdicts);
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
