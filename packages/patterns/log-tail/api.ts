import type {
  CallOptions,
  Data,
  EntityClass,
  EntityOf,
  KeyVars,
  NotAView,
  Query,
  TemplateVars,
} from '@tablewright/core';
import type { LogOptions } from './options.js';
import type { InFront } from './options-check.js';
import type { Tail, TailOptions } from './tail-api.js';

type Assigned<O> =
  | (O extends { readonly at: infer At } ? At : never)
  | (O extends { readonly tie: infer Tie } ? Tie : never);

/** What can be appended: an entity or its data, without the time and the id if it is to get them. */
export type Entry<C extends EntityClass, O extends LogOptions> = Simplify<
  Omit<Data<EntityOf<C>, C['key']>, Assigned<O> & string> & {
    [P in Assigned<O> & keyof EntityOf<C>]?: EntityOf<C>[P] | undefined;
  }
> &
  NotAView;

type Simplify<T> = { [P in keyof T]: T[P] } & {};

/** What names one log: the properties of the partition key, and those in front of the time in the row key. */
export type LogOf<C extends EntityClass, O extends LogOptions> =
  string extends KeyVars<C['key']>
    ? { readonly [P in keyof EntityOf<C>]?: EntityOf<C>[P] }
    : {
        readonly [P in (
          | TemplateVars<C['key']['partition']>
          | TemplateVars<InFront<C['key']['row'], O['at']>>
        ) &
          keyof EntityOf<C>]: NonNullable<EntityOf<C>[P]>;
      };

/** A time of the log: a Date, or ticks where the property holds them. */
export type LogTime<C extends EntityClass, O extends LogOptions> =
  | Date
  | NonNullable<EntityOf<C>[O['at'] & keyof EntityOf<C>]>;

/** What a repository gains. */
export interface LogApi<C extends EntityClass, O extends LogOptions> {
  /**
   * Adds an entry. One that has no time gets the store's, and one that has no tie-break a new id: once, before the
   * first attempt, so that lost replies never append it twice. An entry that has both keeps them, and may be
   * appended again: if the very same is there already, that one is returned. 1 request; 2 where it was there; 1
   * more for each tick that another process took, if the key holds nothing but ticks.
   * @example `await expenses.append({ employee: 'e223', amount: 12.5 })`
   */
  append(entry: Entry<C, O>, options?: CallOptions): Promise<EntityOf<C>>;
  /**
   * The newest entries of a log, the newest first. 0 requests until it is read; then 1 for up to 1,000 entries.
   * @example `await expenses.latest({ employee: 'e223' }, 10).all()`
   */
  latest(log: LogOf<C, O>, count: number): Query<EntityOf<C>, C['key']>;
  /**
   * The entries of this time and later, the newest first. 0 requests until it is read; then 1 for each 1,000.
   * @example `for await (const expense of expenses.since({ employee: 'e223' }, monday)) …`
   */
  since(log: LogOf<C, O>, time: LogTime<C, O>): Query<EntityOf<C>, C['key']>;
  /**
   * The entries from one time to another, both included, the newest first. 0 requests until it is read; then 1 for
   * each 1,000.
   * @example `await expenses.between({ employee: 'e223' }, monday, tuesday).all()`
   */
  between(log: LogOf<C, O>, from: LogTime<C, O>, to: LogTime<C, O>): Query<EntityOf<C>, C['key']>;
  /**
   * Follows a log: yields what is appended from now on (or from a time, or a cursor), each entry once, the oldest
   * first, and waits for more. 1 request for each poll of up to 1,000 entries, those of the overlap included.
   * @example
   * ```
   * const tail = expenses.tail({ employee: 'e223' }, { cursor: saved });
   * for await (const expense of tail) {
   *   await handle(expense);
   *   await save(tail.cursor);
   * }
   * ```
   */
  tail(log: LogOf<C, O>, options?: TailOptions<LogTime<C, O>>): Tail<EntityOf<C>>;
}
