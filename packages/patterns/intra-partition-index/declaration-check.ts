import type { KeyValue, TemplateVars } from '@tablewright/core';
import type { IndexDeclaration } from './declaration.js';

/**
 * Checks a declaration when the program is compiled. What is wrong becomes a property that is missing, whose
 * name is a sentence. A template that is not a literal passes, and is checked when the repository is defined.
 */
export type DeclarationCheck<E, D> = D extends { readonly row: infer Row extends string }
  ? Demand<RowProblem<E, Row, EachOf<D>> | OptionProblem<Exclude<keyof D, keyof IndexDeclaration>>>
  : unknown;

/** The array property whose elements the rows stand for. */
export type EachOf<D> = D extends { readonly each: infer Each extends object } ? keyof Each : never;

/** `unknown`, which changes nothing in an intersection, when there is no problem. */
export type Demand<Problem extends string> = [Problem] extends [never]
  ? unknown
  : { readonly [P in Problem]: never };

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of an index` : never;

export type RowProblem<E, Row extends string, Each> =
  string extends TemplateVars<Row>
    ? never
    : Row extends `{${string}` | ''
      ? 'begin the row template with a literal of its own, such as email_'
      : VariableProblem<E, TemplateVars<Row>, Each> | EachProblem<Exclude<Each, TemplateVars<Row>>>;

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

type EachProblem<Name> = Name extends string
  ? `each names '${Name}', which the row template does not`
  : never;
