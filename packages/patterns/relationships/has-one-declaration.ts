import type { EntityClass, EntityOf, KeyVars } from '@tablewright/core';
import type { PairProblem } from '../shared/pair-problems.js';
import type { Demand } from '../shared/template-check.js';
import type { Related, RelatedClass } from './related.js';

/** One relation whose other side is found by its key: one point read. */
export interface HasOneDeclaration {
  /** Whose entities are on the other side. */
  readonly of: Related;
  /**
   * For each variable of the other side's key, the property of this side that has its value. Where such a property
   * has no value, there is no other side. Left out (without `link`): properties of the same names, so that the key of
   * one side is the key of the other by convention, and no link is stored at all.
   * @example `{ department: 'department', id: 'managerId' }`
   */
  readonly by?: Readonly<Record<string, string>>;
  /**
   * Instead of `by`: the two text properties of this side that hold PartitionKey and RowKey of the other side, as
   * they are stored.
   */
  readonly link?: { readonly partitionKey: string; readonly rowKey: string };
}

/** The properties of this side that lead to the other. */
export type UsedByOne<D> = D extends { readonly by: infer By extends object }
  ? By[keyof By] & string
  : D extends { readonly link: { readonly partitionKey: infer P; readonly rowKey: infer R } }
    ? (P | R) & string
    : D extends { readonly of: infer R }
      ? KeyVars<RelatedClass<R>['key']>
      : never;

/** Checks a declaration when the program is compiled: what is wrong becomes a property whose name is a sentence. */
export type HasOneCheck<C extends EntityClass, D> = D extends { readonly of: infer R }
  ? Demand<
      OneProblem<EntityOf<C>, RelatedClass<R>, D> | OptionProblem<Exclude<keyof D, keyof HasOneDeclaration>>
    >
  : unknown;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of a relation` : never;

type OneProblem<E, R extends EntityClass, D> = D extends { readonly by: unknown; readonly link: unknown }
  ? 'give by or link, not both'
  : D extends { readonly by: infer By extends object }
    ? ByProblem<E, R, By>
    : D extends { readonly link: infer L extends object }
      ? LinkProblem<E, L[keyof L]>
      : ByProblem<E, R, { readonly [V in KeyVars<R['key']>]: V }>;

type ByProblem<E, R extends EntityClass, By extends object> =
  string extends KeyVars<R['key']>
    ? never
    :
        | Missing<Exclude<KeyVars<R['key']>, keyof By>>
        | Foreign<Exclude<keyof By, KeyVars<R['key']>>>
        | PairProblem<EntityOf<R>, E, Pick<By, keyof By & KeyVars<R['key']>>>;

type Missing<Name> = Name extends string ? `by needs '${Name}', a part of the other side's key` : never;
type Foreign<Name> = Name extends string
  ? `by names '${Name}', which is no part of the other side's key`
  : never;

type LinkProblem<E, Name> = Name extends keyof E
  ? [NonNullable<E[Name]>] extends [string]
    ? never
    : `link names '${Name & string}', which is not text`
  : `link names '${Name & string}', which is not a property of the entity`;
