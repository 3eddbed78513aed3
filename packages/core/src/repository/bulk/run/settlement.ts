import type { CallScope, Pace } from '../../../store/index.js';
import type { BulkSettings } from '../options.js';
import type { Verdict } from '../pending.js';
import type { BulkProgress, BulkReport } from '../types.js';
import { Ledger } from './ledger.js';
import { outcomeOf, Tally } from './tally.js';

/** Tells the caller what became of his items, one after the other, and writes down that he was told. */
export class Settlement {
  readonly ledger: Ledger;
  readonly tally: Tally;
  readonly #onOutcome: ((outcome: never) => unknown) | undefined;
  readonly #onProgress: ((progress: never) => unknown) | undefined;
  readonly #scope: CallScope & { readonly pace: Pace };
  #turn: Promise<void> = Promise.resolve();
  #broken = false;

  constructor(
    { from, keepFailures, onOutcome, onProgress }: BulkSettings,
    scope: CallScope & { readonly pace: Pace },
  ) {
    this.ledger = new Ledger(from);
    this.tally = new Tally(keepFailures);
    this.#onOutcome = onOutcome;
    this.#onProgress = onProgress;
    this.#scope = scope;
  }

  /** Waits for its turn. Throws what a callback throws, once: nobody hears anything after that. */
  settle(verdicts: readonly Verdict[]): Promise<void> {
    const told = this.#turn.then(() => this.#tell(verdicts));
    this.#turn = told.catch(() => {
      this.#broken = true;
    });
    return told;
  }

  report(): BulkReport {
    return { ...this.tally.counts, failures: this.tally.failures, checkpoint: this.ledger.checkpoint() };
  }

  async #tell(verdicts: readonly Verdict[]): Promise<void> {
    if (this.#broken || verdicts.length === 0) return;
    for (const verdict of verdicts) {
      this.tally.add(verdict);
      if (this.#onOutcome) await this.#onOutcome(outcomeOf(verdict) as never);
      // A write that was cut short may or may not be stored: the next run has to find out.
      const cutShort = verdict.status === 'unknown' && this.#scope.ended() !== undefined;
      if (!cutShort) this.ledger.settle(verdict.index);
    }
    if (this.#onProgress) await this.#onProgress(this.#progress() as never);
  }

  #progress(): BulkProgress {
    const { ledger } = this;
    return {
      ...this.tally.counts,
      concurrency: this.#scope.pace.width,
      // Only when it is wanted: it may take longer to write down than what it is about.
      get checkpoint() {
        return ledger.checkpoint();
      },
    };
  }
}
