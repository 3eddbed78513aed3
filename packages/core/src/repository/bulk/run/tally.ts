import type { EntityClass } from '../../../model/index.js';
import type { Verdict } from '../pending.js';
import type { BulkCounts, BulkFailure } from '../types.js';

/** Counts outcomes, and keeps the first of those that are bad news. */
export class Tally {
  read = 0;
  skipped = 0;
  readonly #counts = { done: 0, failed: 0, unknown: 0 };
  readonly #failures: Verdict[] = [];
  readonly #keep: number;

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(verdict: Verdict): void {
    this.#counts[verdict.status]++;
    if (verdict.status !== 'done' && this.#failures.length < this.#keep) this.#failures.push(verdict);
  }

  get counts(): BulkCounts {
    return { read: this.read, skipped: this.skipped, ...this.#counts };
  }

  get failures(): readonly BulkFailure<EntityClass>[] {
    return this.#failures.map((verdict) => outcomeOf(verdict) as BulkFailure<EntityClass>);
  }
}

/** What the caller sees of it. */
export function outcomeOf({ pending: _, ...outcome }: Verdict): object {
  return outcome;
}
