import {
  type CallScope,
  callSteps,
  OptionsError,
  type Page,
  type PageOptions,
  sideBySide,
  type TableStore,
} from '@tablewright/core';
import type { AnyJoinable, JoinPlan, JoinQuery, JoinSource } from './join-types.js';
import type { JoinOptions } from './joinable.js';

type Row = Readonly<Record<string, unknown>>;
type Part = readonly [name: string, part: AnyJoinable];

const PAGE = 1_000;

/** What users hold as a `Join`. */
export class JoinedItems implements AsyncIterable<Row> {
  readonly #query: JoinQuery<object> | undefined;
  readonly #items: readonly object[];
  readonly #parts: readonly Part[];

  constructor(source: JoinSource<object>, parts: readonly Part[]) {
    const query = Array.isArray(source) ? undefined : (source as JoinQuery<object>);
    this.#query = query;
    this.#items = Array.isArray(source) ? [...source] : [];
    this.#parts = parts;
    if (!Array.isArray(source) && typeof query?.pages !== 'function') {
      throw new OptionsError('source', 'join() takes a query, or an array of entities.');
    }
  }

  explain(): JoinPlan {
    const source = this.#query?.explain();
    const parts = Object.fromEntries(
      this.#parts.map(([name, part]) => [name, part.explain(this.#query ? undefined : this.#items)]),
    );
    const costs = [...(source ? [source] : []), ...Object.values(parts)].map(({ requests }) => requests);
    const least = costs.reduce((sum, cost) => sum + cost.least, 0);
    const most = costs.reduce((sum, cost) => sum + (cost.most ?? Number.NaN), 0);
    return { ...(source && { source }), parts, requests: { least, ...(!Number.isNaN(most) && { most }) } };
  }

  all(options?: JoinOptions): Promise<Row[]> {
    return this.#within(options, async (scope, given) => {
      const items = this.#query ? await this.#query.all(given) : this.#items;
      return this.#joined(items, scope, given);
    });
  }

  page(options?: PageOptions): Promise<Page<Row>> {
    return this.#within(options, async (scope, given) => {
      if (!this.#query) return { items: await this.#joined(this.#items, scope, given) };
      const { items, ...rest } = await this.#query.page(given);
      return { ...rest, items: await this.#joined(items, scope, given) };
    });
  }

  async *iterate(options?: JoinOptions): AsyncGenerator<Row, undefined, undefined> {
    const { clock } = this.#store;
    const { timeout } = options ?? {};
    const began = clock.monotonic();
    const left = () =>
      timeout === undefined ? {} : { timeout: Math.max(0, timeout - (clock.monotonic() - began)) };
    const pages = this.#query
      ? this.#query.pages({ ...options, size: PAGE })
      : [{ items: this.#items } satisfies Page<object>];
    for await (const { items } of pages) {
      yield* await this.#within({ ...options, ...left() }, (scope, given) =>
        this.#joined(items, scope, given),
      );
    }
    return undefined;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Row, undefined> {
    return this.iterate();
  }

  get #store(): TableStore {
    return this.#parts[0]![1].store;
  }

  /** One timeout for the query and all parts: they get the signal that it ends. */
  #within<T, O extends JoinOptions>(
    options: O | undefined,
    work: (scope: CallScope, given: O) => Promise<T>,
  ): Promise<T> {
    return this.#store.within(options, async (scope, given) => {
      const { timeout, signal, ...rest } = given;
      return callSteps(scope).run((bounds) => work(scope, { ...rest, ...bounds } as O));
    });
  }

  /** The first part that fails ends the others. */
  async #joined(items: readonly object[], scope: CallScope, { concurrency }: JoinOptions): Promise<Row[]> {
    const limit = concurrency === undefined ? {} : { concurrency };
    const found = await sideBySide(this.#parts, scope, ([, part], { signal }) =>
      part.ofMany(items, { ...limit, ...(signal && { signal }) }),
    );
    // Not by assignment, which would take a part called __proto__ for the prototype.
    return items.map((item, index) =>
      Object.fromEntries([
        ['item', item],
        ...this.#parts.map(([name], part) => [name, found[part]![index]] as const),
      ]),
    );
  }
}
