/**
 * What kind of value a key variable holds. It decides how the value is written in the key:
 *
 * - `text` a string, `guid` a string of 36 characters
 * - `int32` and `double` numbers, `int64` a bigint
 * - `boolean` a boolean, `dateTime` a Date
 * - `ticks` a bigint of 100 ns units since 0001-01-01T00:00:00Z
 * - `{ enum: [...] }` one of the listed values, which are all strings or all 32-bit integers
 *
 * @example
 * const kinds: Record<string, KeyKind> = { id: 'int32', state: { enum: ['open', 'closed'] } };
 */
export type KeyKind = SimpleKeyKind | EnumKeyKind;

/** The kinds that need no further description. */
export type SimpleKeyKind = 'text' | 'int32' | 'int64' | 'double' | 'boolean' | 'dateTime' | 'ticks' | 'guid';

/** One of the listed values. */
export interface EnumKeyKind {
  readonly enum: readonly (string | number)[];
}

/** Looks closely, because models of untyped callers come this way too. */
export function isEnumKind(kind: KeyKind): kind is EnumKeyKind {
  return typeof kind === 'object' && Array.isArray(kind?.enum);
}
