import { OptionsError, type Query, queryOf, type RepositoryContext } from '@tablewright/core';
import type { CompiledLog } from './compile-log.js';
import { ticksOfArgument } from './times.js';

// biome-ignore lint/suspicious/noExplicitAny: the types of the key are those of whatever entity
export type EntryQuery = Query<any, any, object, any>;

/** Reads the entries of logs. Always from the primary rows: an index has another order. */
export class LogReader {
  readonly context: RepositoryContext;
  readonly log: CompiledLog;

  constructor(context: RepositoryContext, log: CompiledLog) {
    this.context = context;
    this.log = log;
  }

  readonly latest = (log: object, count: number): EntryQuery =>
    this.#entries(log).scan('partition').take(count);

  readonly since = (log: object, time: unknown): EntryQuery => {
    const from = ticksOfArgument(this.log.times, time, 'time');
    return this.inRange(this.scopeOf(log), from);
  };

  readonly between = (log: object, from: unknown, to: unknown): EntryQuery => {
    const { times } = this.log;
    const ends = [ticksOfArgument(times, from, 'time'), ticksOfArgument(times, to, 'time')] as const;
    return this.inRange(this.scopeOf(log), ...ends);
  };

  /** The entries of a span of ticks, both ends included. */
  inRange(scope: object, from: bigint, to?: bigint): EntryQuery {
    const { at, times } = this.log;
    const end = (ticks: bigint) => ({ [at]: times.valueOf(ticks) });
    return this.#query(scope).between(end(from), to === undefined ? undefined : end(to));
  }

  /** The values that name a log. Whatever else an object has, such as an entry, is left aside. */
  scopeOf(log: unknown): Readonly<Record<string, unknown>> {
    const { model } = this.context;
    const { scope } = this.log;
    const given = (typeof log === 'object' && log !== null ? log : {}) as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      scope.map((name) => {
        const value = given[name];
        if (value !== undefined && value !== null) return [name, value];
        throw new OptionsError('log', `${model.name}: name the log by its values: { ${scope.join(', ')} }.`);
      }),
    );
  }

  #entries(log: object): EntryQuery {
    return this.#query(this.scopeOf(log));
  }

  #query(scope: object): EntryQuery {
    return queryOf({ context: this.context, via: 'primary', wants: 'entities' }, scope);
  }
}
