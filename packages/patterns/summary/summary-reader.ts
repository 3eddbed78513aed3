import {
  type CallOptions,
  KeyValueError,
  OptionsError,
  PathNotReadyError,
  type RepositoryContext,
  readLookups,
} from '@tablewright/core';
import type { CompiledSummary } from './compile-summary.js';
import { plus, type TotalCells } from './totals.js';

/** A summary of one repository: what users hold as `employees.headcount`. */
export class SummaryReader {
  readonly #context: RepositoryContext;
  readonly #summary: CompiledSummary;
  readonly #totals: TotalCells;

  constructor(context: RepositoryContext, summary: CompiledSummary, totals: TotalCells) {
    this.#context = context;
    this.#summary = summary;
    this.#totals = totals;
  }

  async get(group: object, options: CallOptions = {}): Promise<object> {
    const context = this.#context;
    const { name, state, terms } = this.#summary;
    const lookup = this.#lookup(group);
    if (state !== 'ready') throw new PathNotReadyError(context.model.name, name, state);
    const found = await context.store.within(options, (scope) => readLookups(context, [lookup], scope));
    const rows = [...found.values()];
    const { count, sums } = rows.reduce(
      (all, row) => plus(all, this.#totals.read(row), 1n),
      this.#totals.nothing(),
    );
    const changed = rows
      .map(({ timestamp }) => timestamp)
      .sort()
      .at(-1);
    return {
      count: Number(count),
      sum: Object.fromEntries(terms.map(({ property }, at) => [property, sums[at]!])),
      ...(changed !== undefined && { changed: new Date(changed) }),
    };
  }

  /** Every variable once: a part of them would lead to several summaries. */
  #lookup(group: object) {
    if (typeof group !== 'object' || group === null) {
      throw new OptionsError('group', 'A summary is asked for by an object with the properties of its key.');
    }
    const { codec, model } = this.#context;
    const { row, shards } = this.#summary;
    const stored: Record<string, unknown> = {};
    for (const { name } of [...model.partition.variables, ...row.variables]) {
      const value = (group as Readonly<Record<string, unknown>>)[name];
      if (value === undefined || value === null) {
        throw new KeyValueError(
          { entity: model.name, template: row.source, variable: name, reason: `has no value (${value})` },
          'Give a value for each variable.',
        );
      }
      stored[name] = codec.property(name)!.toStored(value);
    }
    return { partitionKey: model.partition.encode(stored), ...shards.lookup(row.encode(stored)) };
  }
}
