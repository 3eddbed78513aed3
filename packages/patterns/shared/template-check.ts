import type { KeyValue } from '@tablewright/core';

/** `unknown`, which changes nothing in an intersection, when there is no problem. */
export type Demand<Problem extends string> = [Problem] extends [never]
  ? unknown
  : { readonly [P in Problem]: never };

/** Distributes over the names; fine ones leave nothing behind. */
export type VariableProblem<E, Name extends string, Each> = Name extends Each
  ? never
  : Name extends keyof E
    ? [NonNullable<E[Name]>] extends [KeyValue]
      ? never
      : [NonNullable<E[Name]>] extends [readonly unknown[]]
        ? `'${Name}' is an array: say what its elements are, as in each: { ${Name}: 'text' }`
        : `'${Name}' cannot be part of a key: use text, a number, a bigint, a boolean, a Date or an enum`
    : `the row template names '${Name}', which is not a property of the entity`;
