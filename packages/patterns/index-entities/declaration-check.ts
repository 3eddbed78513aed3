import type { Demand, RowProblem } from '../intra-partition-index/declaration-check.js';
import type { ListDeclaration } from './declaration.js';

/** Checks a declaration when the program is compiled, as that of an index is. */
export type ListCheck<E, D> = D extends { readonly row: infer Row extends string }
  ? Demand<RowProblem<E, Row, never> | OptionProblem<Exclude<keyof D, keyof ListDeclaration>>>
  : unknown;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of a list` : never;
