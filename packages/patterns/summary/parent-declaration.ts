import type { DerivationState, EntityClass, EntityOf, KeyVars } from '@tablewright/core';
import type { PairProblem } from '../shared/pair-problems.js';
import type { Demand } from '../shared/template-check.js';
import type { Fractional, SummaryDeclaration, Whole } from './declaration.js';

/** What is counted and added up over the entities that belong to a parent, in columns of the parent's own row. */
export interface ParentSummaryDeclaration<E = object, P = object> {
  /** What maintenance and errors call it. */
  readonly name: string;
  /**
   * For each property of the parent's key, the property of the children that has its value. A child that lacks one of
   * them belongs to nobody, and is not counted. Both are in one partition.
   * @example `{ name: 'department' }`
   */
  readonly by: { readonly [N in keyof P]?: keyof E & string };
  /** The property of the parent that is the number of its children: Int32 or Int64, optional. */
  readonly count: Whole<P>;
  /**
   * Properties of the parent that are sums, and the property of the children that each of them adds up: Int32 or Int64.
   * @example `{ salaries: 'salary' }`
   */
  readonly sum?: { readonly [T in Whole<P>]?: Whole<E> };
  /**
   * Sums of Double properties, exact with so many digits behind the point, in units of the last digit.
   * @example `{ ratings: { of: 'rating', digits: 1 } }`
   */
  readonly decimals?: { readonly [T in Whole<P>]?: { readonly of: Fractional<E>; readonly digits: number } };
  /** Only children that have these values count. */
  readonly where?: SummaryDeclaration<E>['where'];
  /**
   * `ready` (default). `building`: written, but children that are older than the summary do not count yet. `dropping`:
   * no longer written; `drop` takes the columns away.
   */
  readonly state?: DerivationState;
}

/** Checks a declaration when the program is compiled. What is wrong becomes a property whose name is a sentence. */
export type ParentSummaryCheck<C extends EntityClass, P extends EntityClass, D> = Demand<
  | (D extends { readonly by: infer By extends object }
      ? PairProblem<EntityOf<P>, EntityOf<C>, By> | LinkProblem<KeyVars<P['key']>, keyof By & string>
      : never)
  | OptionProblem<Exclude<keyof D, keyof ParentSummaryDeclaration>>
>;

type LinkProblem<Key extends string, Given extends string> = string extends Key
  ? never
  : Lacking<Exclude<Key, Given>> | Beyond<Exclude<Given, Key>>;

type Lacking<Name> = Name extends string ? `by needs '${Name}', which is part of the parent's key` : never;
type Beyond<Name> = Name extends string ? `'${Name}' is not part of the parent's key` : never;

type OptionProblem<Option> = Option extends 'shards'
  ? 'a parent is one row and has no shards: keep a hot summary in rows of its own, with Summary'
  : Option extends string
    ? `'${Option}' is not an option of a summary on a parent`
    : never;
