import type { EntityClass, EntityOf, TemplateVars } from '@tablewright/core';

/**
 * Checks the options against the key of the class when the program is compiled. What is wrong becomes a property
 * that is missing, whose name is a sentence. A template that is not a literal passes, and is checked when the
 * repository is defined.
 */
export type OptionsCheck<C extends EntityClass, O> = O extends { readonly at: infer At extends string }
  ? string extends TemplateVars<C['key']['row']>
    ? unknown
    : Demand<
        | OptionProblem<Exclude<keyof O, 'at' | 'tie'>>
        | KeyProblem<C['key']['row'], At, ValueOf<C, At>, TieOf<O>>
      >
  : unknown;

/** What stands in front of the time in a row template; `never` where the time is not there. */
export type InFront<Row extends string, At extends string> = Row extends `${infer Front}{${At}:desc}${string}`
  ? Front
  : never;

type Behind<Row extends string, At extends string> = Row extends `${string}{${At}:desc}${infer Rest}`
  ? TemplateVars<Rest>
  : never;

type TieOf<O> = O extends { readonly tie: infer Tie extends string } ? Tie : never;

type ValueOf<C extends EntityClass, At extends string> = EntityOf<C>[At & keyof EntityOf<C>];

type Demand<Problem extends string> = [Problem] extends [never]
  ? unknown
  : { readonly [P in Problem]: never };

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of a log` : never;

type KeyProblem<Row extends string, At extends string, Value, Tie extends string> = [
  InFront<Row, At>,
] extends [never]
  ? `write {${At}:desc} into the row template, as in row: '{${At}:desc}_{id}'`
  : [Tie] extends [never]
    ? [Value, Behind<Row, At>] extends [Date, never]
      ? `two entries of one millisecond would share a key: add a text or Guid property, as in row: '{${At}:desc}_{id}', and say tie: 'id'`
      : never
    : TieProblem<Exclude<Tie, Behind<Row, At>>, At>;

type TieProblem<Tie extends string, At extends string> = Tie extends string
  ? `write {${Tie}} behind the time, as in row: '{${At}:desc}_{${Tie}}'`
  : never;
