import type { TemplateVars } from '@tablewright/core';
import type { EachOf } from '../indexing/declared.js';
import type { Demand, VariableProblem } from '../shared/template-check.js';
import type { IndexDeclaration } from './declaration.js';

/**
 * Checks a declaration when the program is compiled. What is wrong becomes a property that is missing, whose
 * name is a sentence. A template that is not a literal passes, and is checked when the repository is defined.
 */
export type DeclarationCheck<E, D> = D extends { readonly row: infer Row extends string }
  ? Demand<RowProblem<E, Row, EachOf<D>> | OptionProblem<Exclude<keyof D, keyof IndexDeclaration>>>
  : unknown;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of an index` : never;

type RowProblem<E, Row extends string, Each> =
  string extends TemplateVars<Row>
    ? never
    : Row extends `{${string}` | ''
      ? 'begin the row template with a literal of its own, such as email_'
      : VariableProblem<E, TemplateVars<Row>, Each> | EachProblem<Exclude<Each, TemplateVars<Row>>>;

type EachProblem<Name> = Name extends string
  ? `each names '${Name}', which the row template does not`
  : never;
