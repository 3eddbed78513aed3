/**
 * How the keys of an entity are made from its properties: literal text and `{property}` or
 * `{property:format}`.
 *
 * @example
 * const employee: KeyTemplate = { partition: '{department}', row: 'empid_{id:06}' };
 */
export interface KeyTemplate<P extends string = string, R extends string = string> {
  readonly partition: P;
  readonly row: R;
}

/**
 * Declares a key, keeping the exact templates in its type: from them come the arguments of every read.
 *
 * @example
 * class Employee {
 *   static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
 * }
 */
export function key<const K extends KeyTemplate>(template: K): K {
  Object.freeze(template);
  return template;
}

/** A value that can be part of a key. Enums are strings or numbers. */
export type KeyValue = string | number | bigint | boolean | Date;

/** Flattens intersections, so that editors show plain objects. */
type Simplify<T> = T extends unknown ? { [N in keyof T]: T[N] } : never;

/** Whether a template is known only as `string` (or a pattern such as `x_${string}`), not as a literal. */
type IsWide<T extends string> = {} extends Record<T, 1> ? true : false;

/** `id:06` -> `id` */
type NameOf<Variable extends string> = Variable extends `${infer Name}:${string}` ? Name : Variable;

/**
 * The names of a template's variables, as a union; `string` when the template is not a literal.
 *
 * @example
 * type Names = TemplateVars<'{year:04}_{month:02}_{id}'>; // 'year' | 'month' | 'id'
 */
export type TemplateVars<T extends string> = IsWide<T> extends true ? string : TemplateVarList<T>[number];

/**
 * The names of a template's variables from left to right; `string[]` when the template is not a literal.
 *
 * @example
 * type Names = TemplateVarList<'{year:04}_{month:02}_{id}'>; // ['year', 'month', 'id']
 */
export type TemplateVarList<T extends string> = IsWide<T> extends true ? string[] : VarList<T>;

type VarList<T extends string> = T extends `${string}{${infer Variable}}${infer Rest}`
  ? [NameOf<Variable>, ...VarList<Rest>]
  : [];

/**
 * The names of all variables of a key.
 *
 * @example
 * type Names = KeyVars<typeof Employee.key>; // 'department' | 'id'
 */
export type KeyVars<K extends KeyTemplate> = TemplateVars<K['partition']> | TemplateVars<K['row']>;

/** What can be said about arguments when a template is not a literal: checked at run time. */
type LooseArgs<E> = { [N in keyof E & string]?: Exclude<E[N], undefined> };

type ArgsOf<E, Names> = { [N in Names & keyof E]: Exclude<E[N], undefined> };

/**
 * The argument that addresses one entity: every variable of its key, and nothing else.
 *
 * @example
 * type Args = KeyArgs<Employee, typeof Employee.key>; // { department: string; id: number }
 */
export type KeyArgs<E, K extends KeyTemplate> =
  string extends KeyVars<K> ? LooseArgs<E> : Simplify<ArgsOf<E, KeyVars<K>>>;

/**
 * The argument of a prefix read: every partition variable, then row variables from left to right as far as
 * the caller knows them. A gap does not compile, because no range of keys could serve it.
 *
 * @example
 * // row '{year:04}_{month:02}_{id}': { year }, { year, month }, { year, month, id }, or none of them
 * type Args = PrefixArgs<Reading, typeof Reading.key>;
 */
export type PrefixArgs<E, K extends KeyTemplate> =
  string extends KeyVars<K>
    ? LooseArgs<E>
    : Simplify<Prefixes<E, TemplateVars<K['partition']>, TemplateVarList<K['row']>>>;

/** `Given` are the names known so far; what is not given must be absent. */
type Prefixes<E, Given, Row extends readonly string[]> =
  | (ArgsOf<E, Given> & { [N in Exclude<Row[number], Given>]?: never })
  | (Row extends readonly [infer First, ...infer Rest extends readonly string[]]
      ? Prefixes<E, Given | First, Rest>
      : never);
