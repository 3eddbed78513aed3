import { hasCode, type TablewrightError } from '@tablewright/core';
import type { Random } from '@tablewright/testing/simulation';
import type { Items } from '../items.js';
import type { Doing, Ending, Journal } from '../journal.js';
import { SWEPT_GROUPS } from '../places.js';

export interface WriterParts {
  readonly process: number;
  readonly journal: Journal;
  readonly chances: Random;
  /** The same entities through outboxes with other settings. */
  readonly inline: Items;
  readonly worker: Items;
  readonly unhinted: Items;
}

/** What a write may be refused with: the last two on a machine that stands still for some seconds. */
const REFUSALS = [
  'ENTITY_EXISTS',
  'ENTITY_NOT_FOUND',
  'ENTITY_CHANGED',
  'CONGESTION',
  'TIMEOUT',
  'OUTBOX_UNAVAILABLE',
];

/** One process that writes, and its journal. */
export class Writer {
  readonly chances: Random;
  readonly process: number;
  readonly #parts: WriterParts;
  /** The own entities of this process, and whether they are there; left alone once that is in doubt. */
  readonly own = new Map<string, boolean>();
  readonly doubted = new Set<string>();
  #operations = 0;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.chances = parts.chances;
    this.process = parts.process;
  }

  /** A repository for a group, in one mode or the other. */
  items(group: string): Items {
    const { inline, worker, unhinted } = this.#parts;
    const swept = (SWEPT_GROUPS as readonly string[]).includes(group);
    return this.chances.pick(swept ? [inline, unhinted, unhinted] : [inline, worker]);
  }

  /** Notes what is about to be done, and gives the operation's name. */
  intend(does: Doing, on: readonly string[]): string {
    this.#operations += 1;
    const op = `${this.process}.${this.#operations}`;
    this.#parts.journal.intend({ op, does, on });
    return op;
  }

  end(op: string, ended: Ending, code?: string): void {
    this.#parts.journal.end({ op, ended, ...(code !== undefined && { code }) });
  }

  /** Notes how an operation failed. An error that no write may end with goes on, and ends the process. */
  fail(op: string, error: unknown): Ending {
    const unknown = hasCode(error, 'OUTCOME_UNKNOWN');
    if (!unknown && !REFUSALS.some((code) => hasCode(error, code))) throw error;
    const ended = unknown ? 'unknown' : 'refused';
    this.end(op, ended, (error as TablewrightError).code);
    return ended;
  }

  /** Does something to some entities, and notes what came of it. `false` from there: there was nothing to do it to. */
  async attempt(does: Doing, on: readonly string[], act: (op: string) => Promise<unknown>): Promise<Ending> {
    const op = this.intend(does, on);
    try {
      const ended = (await act(op)) === false ? 'absent' : 'done';
      this.end(op, ended);
      return ended;
    } catch (error) {
      return this.fail(op, error);
    }
  }
}
