import type { EntityClass, EntityOf, TemplateVars } from '@tablewright/core';
import type { CopyProblem, PairProblem } from '../shared/pair-problems.js';
import type { Demand } from '../shared/template-check.js';
import type { DenormalizationDeclaration } from './declaration.js';

/** Checks a declaration when the program is compiled. What is wrong becomes a property whose name is a sentence. */
export type DenormalizationCheck<S extends EntityClass, R extends EntityClass, D> = Demand<
  | OptionProblem<Exclude<keyof D, keyof DenormalizationDeclaration>>
  | LinkProblem<S, EntityOf<R>, D extends { readonly link: infer L extends object } ? L : {}>
  | (D extends { readonly copy: infer C extends object }
      ? CopyProblem<EntityOf<R>, EntityOf<S>, C> | OptionalProblem<EntityOf<R>, keyof C, 'a copy'>
      : never)
  | (D extends { readonly onDelete: 'clear'; readonly link: infer L extends object }
      ? OptionalProblem<EntityOf<R>, L[keyof L], 'a link that is cleared'>
      : never)
>;

type OptionProblem<Option> = Option extends string
  ? `'${Option}' is not an option of a denormalization`
  : never;

/** The variables of a source's RowKey that the partition does not tell. */
type LinkVars<S extends EntityClass> = Exclude<
  TemplateVars<S['key']['row']>,
  TemplateVars<S['key']['partition']>
>;

type LinkProblem<S extends EntityClass, E, L extends object> =
  string extends TemplateVars<S['key']['row']>
    ? never
    :
        | Missing<Exclude<LinkVars<S>, keyof L>>
        | Foreign<Exclude<keyof L, LinkVars<S>>>
        | PairProblem<EntityOf<S>, E, Pick<L, keyof L & LinkVars<S>>>;

type Missing<Name> = Name extends string ? `link needs '${Name}', a part of the source's RowKey` : never;
type Foreign<Name> = Name extends string
  ? `link names '${Name}', which is no variable of the source's RowKey, or one of its PartitionKey`
  : never;

/** Distributes over the names; fine ones leave nothing behind. */
type OptionalProblem<E, Name, What extends string> = Name extends keyof E & string
  ? {} extends Pick<E, Name>
    ? never
    : `'${Name}' must be optional: ${What} may have no value`
  : never;
