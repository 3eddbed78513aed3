import type { EntityClass, EntityOf, KeyVars } from '@tablewright/core';
import type { Demand } from '../shared/template-check.js';
import type { SeriesDeclaration } from './declaration.js';

/** Checks a declaration when the program is compiled. What is wrong becomes a property whose name is a sentence. */
export type SeriesCheck<C extends EntityClass, D> = Demand<
  | ColumnProblem<D>
  | MissingProblem<D>
  | CreateProblem<C, D>
  | OptionProblem<Exclude<keyof D, keyof SeriesDeclaration>>
>;

type ColumnProblem<D> = D extends { readonly column: infer N extends string }
  ? string extends N
    ? never
    : N extends `${string}{slot}${string}`
      ? never
      : 'column has {slot} where the number of the slot stands, as in Count{slot}'
  : never;

type MissingProblem<D> = D extends { readonly type: 'int64'; readonly missing: number }
  ? 'missing is a bigint, as the values of the series are'
  : D extends { readonly type: 'int32' | 'double'; readonly missing: bigint }
    ? 'missing is a number, as the values of the series are'
    : never;

type Needed<C extends EntityClass, E = EntityOf<C>> = {
  [P in keyof E]-?: undefined extends E[P]
    ? never
    : E[P] extends (...args: never[]) => unknown
      ? never
      : P extends KeyVars<C['key']>
        ? never
        : P & string;
}[keyof E];

type CreateProblem<C extends EntityClass, D> = D extends { readonly create: true }
  ? Needed<C> extends infer P extends string
    ? [P] extends [never]
      ? never
      : `create makes entities without '${P}': make it optional, or leave create out`
    : never
  : never;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of a series` : never;
