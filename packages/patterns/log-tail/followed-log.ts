import { AbortedError } from '@tablewright/core';
import { type CursorOwner, writeCursor } from './cursor.js';
import type { LogReader } from './log-reader.js';
import { oldestFirst } from './oldest-first.js';
import type { OverlapWindow } from './overlap-window.js';
import type { ReadTailOptions } from './read-tail-options.js';
import type { Tail } from './tail-api.js';
import { TICKS_PER_MS, ticksOf, ticksOfClock, within } from './times.js';

/** What a tail is made of. */
export interface TailParts extends Pick<ReadTailOptions, 'interval' | 'overlap' | 'signal'> {
  readonly reader: LogReader;
  readonly scope: object;
  readonly owner: CursorOwner;
  /** Entries before this time are noted down by the first poll, and not yielded. */
  readonly silentBefore?: bigint;
}

/** Polls a log for as long as somebody asks for the next entry. */
export class FollowedLog implements Tail<object> {
  readonly #parts: TailParts;
  readonly #window: OverlapWindow;
  readonly #entries: AsyncGenerator<object, undefined>;
  /** Ends what is under way: the caller's signal, or that nobody asks any more. */
  readonly #end = new AbortController();
  #left = false;
  #begun = false;

  constructor(parts: TailParts, window: OverlapWindow) {
    this.#parts = parts;
    this.#window = window;
    this.#entries = this.#follow();
  }

  get cursor(): string {
    const { owner, silentBefore } = this.#parts;
    if (silentBefore !== undefined && !this.#begun) return writeCursor(owner, silentBefore, []);
    const { low, seen } = this.#window.position();
    return writeCursor(owner, low, seen);
  }

  next(): Promise<IteratorResult<object, undefined>> {
    return this.#entries.next();
  }

  /** Leaves at once, also while a poll is under way or the next one is waited for. */
  return(): Promise<IteratorResult<object, undefined>> {
    this.#left = true;
    this.#end.abort();
    return this.#entries.return(undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#follow(): AsyncGenerator<object, undefined> {
    const { signal, interval, reader } = this.#parts;
    const abort = () => this.#end.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      for (;;) {
        if (signal?.aborted) throw new AbortedError(signal.reason);
        yield* this.#poll();
        await reader.context.store.clock.sleep(interval, this.#end.signal);
      }
    } catch (error) {
      if (this.#left) return undefined;
      throw signal?.aborted ? new AbortedError(signal.reason) : error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The entries that are there now and were not yielded before. */
  async *#poll(): AsyncGenerator<object, undefined> {
    const { reader, scope, overlap, silentBefore } = this.#parts;
    const { log, context } = reader;
    const isFirst = !this.#begun;
    const now = ticksOfClock(context.store.clock.now());
    this.#window.begin(now);
    const signal = this.#end.signal;
    const read = (from: bigint, to: bigint, limit: number | undefined) => {
      const entries = reader.inRange(scope, from, to);
      return (limit === undefined ? entries : entries.take(limit)).all({ signal });
    };
    const timeOf = (entry: object) => ticksOf((entry as Record<string, unknown>)[log.at]);
    // What claims to be of a later time has yet to come.
    const high = within(now + (BigInt(overlap) + 1n) * TICKS_PER_MS - log.times.unit);
    const span = { low: this.#window.low, high, unit: log.times.unit };
    for await (const slice of oldestFirst(read, timeOf, span)) {
      for (const entry of slice) {
        const time = timeOf(entry);
        const isNew = this.#window.admit(context.codec.keys(entry).rowKey, time);
        const isSilent = isFirst && silentBefore !== undefined && time < silentBefore;
        if (isSilent || !isNew) continue;
        this.#begun = true;
        yield entry;
        // What is at hand belongs to a tail that is over.
        if (signal.aborted) throw new AbortedError(signal.reason);
      }
      this.#window.pause();
    }
    this.#begun = true;
    this.#window.end();
  }
}
