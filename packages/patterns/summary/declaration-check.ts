import type { TemplateVars } from '@tablewright/core';
import type { Demand, VariableProblem } from '../shared/template-check.js';
import type { SummaryDeclaration } from './declaration.js';

/** Checks a declaration when the program is compiled. What is wrong becomes a property whose name is a sentence. */
export type SummaryCheck<E, D> = D extends { readonly row: infer Row extends string }
  ? Demand<RowProblem<E, Row> | OptionProblem<Exclude<keyof D, keyof SummaryDeclaration>>>
  : unknown;

type RowProblem<E, Row extends string> =
  string extends TemplateVars<Row>
    ? never
    : Row extends `{${string}` | ''
      ? 'begin the row template with a literal of its own, such as summary_'
      : VariableProblem<E, TemplateVars<Row>, never>;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of a summary` : never;
