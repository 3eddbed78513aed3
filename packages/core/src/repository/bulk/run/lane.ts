import type { BatchSize } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import type { Pending } from '../pending.js';
import type { GroupSent } from '../send/group-sent.js';

/** So many refusals in a row, and the next groups are half as large. */
const REFUSALS = 4;

/**
 * The items of one partition that wait to be written, in their order. One transaction at a time.
 *
 * Each refusal tells of one bad item and costs one request, for a group of any size. So a few of them are simply
 * taken out; where they are many, smaller groups save sending the good ones over and over, down to single
 * writes. In all that is one request for each refused item and one for each transaction that is applied.
 */
export class Lane {
  busy = false;
  readonly origin: string;
  readonly partitionKey: string;
  readonly size: BatchSize;
  #most: number;
  readonly #mostBytes: number;
  #waiting: Pending[] = [];
  #bytes = 0;
  #groupSize: number;
  #refusals = 0;

  constructor({ origin, store: { limits } }: RepositoryContext, partitionKey: string, size: BatchSize) {
    this.origin = origin;
    this.partitionKey = partitionKey;
    this.size = size;
    this.#most = this.#groupSize = limits.transactionOperations;
    this.#mostBytes = limits.transactionBytes;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Another item would not make the next transaction larger. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#groupSize || this.#bytes >= this.#mostBytes;
  }

  add(pending: Pending): void {
    this.#waiting.push(pending);
    this.#bytes += pending.leastSent;
  }

  /** The next items to send together: no two of one row, so that each finds what those before it left. */
  take(): readonly Pending[] {
    const rows = new Set<string>();
    let bytes = 0;
    let count = 0;
    for (const { write, leastSent } of this.#waiting) {
      if (count >= this.#groupSize || rows.has(write.keys.rowKey)) break;
      if (count > 0 && bytes + leastSent > this.#mostBytes) break;
      rows.add(write.keys.rowKey);
      bytes += leastSent;
      count++;
    }
    this.#bytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  /** Takes back what was not settled, and learns how many to send at once. */
  conclude({ left, tried, kind }: GroupSent): void {
    if (left.length > 0) this.#waiting = [...left, ...this.#waiting];
    for (const { leastSent } of left) this.#bytes += leastSent;
    if (kind === 'sent') {
      this.#refusals = 0;
      this.#groupSize = Math.min(this.#most, this.#groupSize * 2);
    } else if (kind !== 'refused' || ++this.#refusals % REFUSALS === 0) {
      this.#groupSize = Math.max(1, Math.ceil(tried / 2));
      // What a transaction does not hold, it will not hold later either.
      if (kind === 'tooMany') this.#most = this.#groupSize;
    }
  }
}
