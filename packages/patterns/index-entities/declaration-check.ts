import type { TemplateVars } from '@tablewright/core';
import type { Demand, VariableProblem } from '../shared/template-check.js';
import type { ListDeclaration } from './declaration.js';

/** Checks a declaration when the program is compiled, as that of an index is. */
export type ListCheck<E, D> = D extends { readonly row: infer Row extends string }
  ? Demand<RowProblem<E, Row> | OptionProblem<Exclude<keyof D, keyof ListDeclaration>>>
  : unknown;

type RowProblem<E, Row extends string> =
  string extends TemplateVars<Row>
    ? never
    : Row extends `{${string}` | ''
      ? 'begin the row template with a literal of its own, such as lastname_'
      : VariableProblem<E, TemplateVars<Row>, never>;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of a list` : never;
