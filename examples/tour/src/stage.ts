import { formatWithOptions } from 'node:util';
import { isTablewrightError, type Plan, type TablewrightError } from '@tablewright/core';
import type { EmbeddedStorage, RecordedRequest } from '@tablewright/testing';
import { openContoso } from './contoso.js';
import { IndexedEmployees } from './indexed.js';
import { type PhysicalRow, readPhysicalRows } from './physical-rows.js';
import type { Act, Props } from './step.js';

/** Everything that one act did, gathered from outside of it. */
export interface Observed {
  readonly printed: readonly string[];
  readonly error: TablewrightError | undefined;
  readonly plans: readonly Plan[];
  readonly requests: readonly RecordedRequest[];
  readonly before: readonly PhysicalRow[];
  readonly after: readonly PhysicalRow[];
}

/** Where acts run: an account with one table, watched from all sides. */
export class Stage {
  readonly table: string;
  readonly #emulator: EmbeddedStorage;
  readonly #props: Props;
  #plans: Plan[] = [];
  #printed: string[] = [];
  #rows: readonly PhysicalRow[] = [];

  constructor(emulator: EmbeddedStorage, lineWidth: number) {
    const format = { colors: false, breakLength: lineWidth, compact: 3 };
    const log = (...values: unknown[]) => {
      this.#printed.push(...formatWithOptions(format, ...values).split('\n'));
    };
    const contoso = openContoso(emulator, (event) => {
      if (event.type === 'plan') this.#plans.push(event.plan);
    });
    this.#emulator = emulator;
    const indexed = new IndexedEmployees(contoso.store);
    this.#props = { ...contoso, indexed, emulator, console: { log } };
    this.table = contoso.employees.context.table;
  }

  /** Runs an act. One that fails otherwise than it says, or not at all though it says so, ends the tour. */
  async run(act: Act): Promise<Observed> {
    this.#plans = [];
    this.#printed = [];
    const { result: error, requests } = await this.#emulator.http.record(() => this.#failureOf(act));
    if (error?.code !== act.fails) {
      const message = `An act should end with ${act.fails ?? 'success'}, not with ${error?.code ?? 'success'}.`;
      throw new Error(message, { cause: error });
    }
    const before = this.#rows;
    this.#rows = await readPhysicalRows(this.#emulator.rawTable(this.table));
    return { printed: this.#printed, error, plans: this.#plans, requests, before, after: this.#rows };
  }

  async #failureOf(act: Act): Promise<TablewrightError | undefined> {
    try {
      await act.run(this.#props);
      return undefined;
    } catch (error) {
      if (isTablewrightError(error)) return error;
      throw error;
    }
  }
}
