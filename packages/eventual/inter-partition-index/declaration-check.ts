import type { TemplateVars } from '@tablewright/core';
import type { Demand, EachOf, VariableProblem } from '@tablewright/patterns/indexing';
import type { InterPartitionIndexDeclaration } from './declaration.js';

/**
 * Checks a declaration when the program is compiled. What is wrong becomes a property that is missing, whose name is a
 * sentence. Templates that are no literals pass, and are checked when the repository is defined.
 */
export type DeclarationCheck<E, D> = D extends {
  readonly partition: infer Partition extends string;
  readonly row: infer Row extends string;
}
  ? Demand<
      | TemplateProblem<E, Partition, never>
      | TemplateProblem<E, Row, EachOf<D>>
      | LiteralProblem<Row, D>
      | OptionProblem<Exclude<keyof D, keyof InterPartitionIndexDeclaration>>
    >
  : unknown;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of an index` : never;

type TemplateProblem<E, Template extends string, Each> =
  string extends TemplateVars<Template> ? never : VariableProblem<E, TemplateVars<Template>, Each>;

type LiteralProblem<Row extends string, D> = D extends { readonly table: string }
  ? never
  : Row extends `{${string}` | ''
    ? 'begin the row template with a literal of its own, such as email_, or name another table'
    : never;
