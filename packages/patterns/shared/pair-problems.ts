import type { KeyValue } from '@tablewright/core';

/**
 * What is wrong with properties of `Target` that are to have the values of properties of `Source`. Distributes over
 * the names; fine ones leave nothing behind.
 */
export type PairProblem<Target, Source, Pairs> = {
  [T in keyof Pairs & string]: T extends keyof Target
    ? Pairs[T] extends keyof Source
      ? [NonNullable<Target[T]>] extends [KeyValue]
        ? [NonNullable<Source[Pairs[T]]>] extends [NonNullable<Target[T]>]
          ? never
          : `'${Pairs[T] & string}' is of another type than '${T}'`
        : `'${T}' cannot be compared: use text, a number, a bigint, a boolean, a Date or an enum`
      : `'${Pairs[T] & string}' is not a property of the entity`
    : `'${T}' is not a property of the entities on the other side`;
}[keyof Pairs & string];

/** The same for copies, which may be of any type, and may lack a value where the source may. */
export type CopyProblem<Target, Source, Pairs> = {
  [T in keyof Pairs & string]: T extends keyof Target
    ? Pairs[T] extends keyof Source
      ? [Source[Pairs[T]]] extends [Target[T]]
        ? never
        : `'${Pairs[T] & string}' does not fit into '${T}': it is of another type, or may have no value`
      : `'${Pairs[T] & string}' is not a property of the entity`
    : `'${T}' is not a property of the entities on the other side`;
}[keyof Pairs & string];
