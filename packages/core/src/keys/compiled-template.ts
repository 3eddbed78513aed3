import type { KeyKind } from './key-kind.js';

/** One variable of a compiled template. */
export interface TemplateVariable {
  readonly name: string;
  readonly kind: KeyKind;
  /** The format behind the colon, as in `{id:06}`. */
  readonly spec?: string;
  /**
   * Whether, of two keys of this template that agree in everything to the left of this variable, the one
   * with the lesser value of it comes first, whatever stands to the right.
   *
   * True for every kind except text and text enums, wherever they stand. Their natural order is meant:
   * numbers by size (-0 before 0), times by time, false before true, GUIDs by their lower-case text.
   *
   * Text and text enums end where the next literal begins, and that literal would take part in the
   * comparison: false, unless the variable is the very last thing in the template, or two spaces follow it
   * (a space of the text itself is then written ` ~`). There, text sorts by UTF-16 code units. Values with
   * escaped characters (`~ / \ # ?`, control characters, U+FFEE to U+FFFF) sort as if all of these stood
   * between `}` and U+00A0, in their own order; so only a comparison that is decided by an escaped character
   * may differ from that of the values. `raw` text has no such exception.
   */
  readonly ordered: boolean;
  /** True for the format `desc`: "lesser" above then reads "greater", the newest comes first. */
  readonly descending: boolean;
}

/** A key template that is ready to write and read keys. Immutable. */
export interface CompiledTemplate {
  /** The template as it was written. */
  readonly source: string;
  /** Its variables from left to right. */
  readonly variables: readonly TemplateVariable[];

  /**
   * The key of an object that has the variables as properties. Each is read exactly once. Different values
   * never give the same key (two spellings of one GUID are one value).
   *
   * Throws KeyValueError for a missing or unsuitable value, or an empty partition key, and KeyTooLongError.
   *
   * @example
   * template.encode({ id: 223 }); // 'empid_000223'
   */
  encode(values: object): string;

  /**
   * The text with which every key begins that has these values in its first `count` variables: up to and
   * including the `count`-th variable and the literal after it. With 0 it is the literal in front, with all
   * variables the whole key. The result may be empty, for a row as for a partition.
   *
   * The template's keys that begin with it are exactly those with these values, with one exception: text at
   * the very end of a template has nothing to end it, so there `jones` also begins `jonesj`.
   *
   * Only the first `count` properties are read, each once. Without `count` all are read, and those that are
   * not undefined must be the first ones: a gap is a KeyValueError, because no prefix could express it.
   *
   * @example
   * // '{year:04}_{month:02}_{id}'
   * template.encodePrefix({ year: 2014, month: 7 }); // '2014_07_'
   */
  encodePrefix(values: object, count?: number): string;

  /**
   * The values of a key, in an object without prototype. Throws KeyMismatchError for every key that `encode`
   * would not have written.
   *
   * @example
   * template.decode('empid_000223'); // { id: 223 }
   */
  decode(key: string): Record<string, unknown>;
}
