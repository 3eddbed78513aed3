import type { DerivationState, ElementKind, KeyValue } from '@tablewright/core';

/** The properties that an index may hold: all but methods. */
export type Field<E> = keyof {
  [P in keyof E as E[P] extends (...args: never[]) => unknown ? never : P & string]: P;
} &
  keyof E;

/** The properties that a value can be compared with. */
type Scalar<E> = { [P in keyof E]-?: [NonNullable<E[P]>] extends [KeyValue] ? P : never }[keyof E];

/** What the elements of an array property may be called, by their type. */
type KindOfElement<U> = [U] extends [string]
  ? 'text' | 'guid'
  : [U] extends [number]
    ? 'int32' | 'double'
    : [U] extends [bigint]
      ? 'int64'
      : [U] extends [boolean]
        ? 'boolean'
        : never;

type Each<E> = {
  readonly [P in keyof E as [NonNullable<E[P]>] extends [readonly unknown[]] ? P : never]?: NonNullable<
    E[P]
  > extends readonly (infer U)[]
    ? KindOfElement<U> & ElementKind
    : never;
};

/** What every index of an entity says. */
export interface IndexOptions<E = object> {
  /** The properties that the index rows carry besides the keys. Left out: all. */
  readonly project?: readonly Field<E>[];
  /** Only entities that have these values have a row here. */
  readonly where?: { readonly [P in Scalar<E>]?: NonNullable<E[P]> };
  /**
   * The array property of the template, and what its elements are: the entity has one row for each distinct
   * element.
   * @example `{ row: 'tag_{tags}', each: { tags: 'text' } }`
   */
  readonly each?: Each<E>;
  /**
   * `ready` (default): written and read. `building`: written, but not read yet, because entities that are older
   * than the index may lack their rows. `dropping`: no longer written or read.
   */
  readonly state?: DerivationState;
}

/** A declaration of whatever entity. */
export interface Declared {
  readonly row: string;
}

/** The array property whose elements the rows stand for. */
export type EachOf<D> = D extends { readonly each: infer Each extends object } ? keyof Each : never;
