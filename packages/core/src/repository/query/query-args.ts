import type { KeyTemplate, KeyValue, KeyVars, PrefixArgs, TemplateVarList } from '../../keys/index.js';

type Simplify<T> = T extends unknown ? { [N in keyof T]: T[N] } : never;
type Scalars<E> = { [P in keyof E]-?: [NonNullable<E[P]>] extends [KeyValue] ? P : never }[keyof E];
type Values<E, Names> = { readonly [P in Names & keyof E]: NonNullable<E[P]> };
type None<Names extends PropertyKey> = { readonly [N in Names]?: never };

/** What is known of arguments when a template is not a literal: checked at run time. */
type Loose<E> = { readonly [P in Scalars<E>]?: NonNullable<E[P]> };

/**
 * The values that entities must have: the variables of the key from left to right as far as they are known
 * (those of the partition all or none), and any other property. A gap in the key does not compile: no range of
 * keys could serve it; say it with `where`.
 * @example `{ department: 'Sales', id: 1 }`, `{ department: 'Sales', age: 30 }`, `{ age: 30 }`
 */
export type QueryArgs<E, K extends KeyTemplate> =
  string extends KeyVars<K>
    ? Loose<E>
    : Simplify<(PrefixArgs<E, K> | None<KeyVars<K>>) & Partial<Values<E, Exclude<Scalars<E>, KeyVars<K>>>>>;

/**
 * One end of a range: the row's next variable behind those that are given, or the next few of them.
 * @example `{ id: 100 }`; for a row `{year:04}_{month:02}_{id}`: `{ year: 2014 }`, `{ year: 2014, month: 7 }`
 */
export type RangeEnd<E, K extends KeyTemplate> =
  string extends KeyVars<K>
    ? Loose<E>
    : Simplify<Runs<E, TemplateVarList<K['row']>, TemplateVarList<K['row']>[number]>>;

/** Variables next to each other, beginning anywhere. */
type Runs<E, Row extends readonly string[], All extends string> = Row extends readonly [
  infer First,
  ...infer Rest extends readonly string[],
]
  ? RunsFrom<E, First, Rest, All> | Runs<E, Rest, All>
  : never;

type RunsFrom<E, Given, Rest extends readonly string[], All extends string> =
  | (Values<E, Given> & None<Exclude<All, Given>>)
  | (Rest extends readonly [infer Next, ...infer More extends readonly string[]]
      ? RunsFrom<E, Given | Next, More, All>
      : never);

/**
 * The beginning of the row's next variable, which is text.
 * @example `{ lastName: 'Jo' }`
 */
export type Beginning<E, K extends KeyTemplate> =
  string extends KeyVars<K>
    ? { readonly [P in keyof E]?: string }
    : Beginnings<E, TemplateVarList<K['row']>[number]>;

type Beginnings<E, Names extends string> = {
  [N in Names & keyof E]: string extends E[N]
    ? Simplify<{ readonly [M in N]: string } & None<Exclude<Names, N>>>
    : never;
}[Names & keyof E];
