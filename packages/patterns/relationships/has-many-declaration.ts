import type { EntityClass, EntityOf, TemplateVars } from '@tablewright/core';
import type { CopyProblem, PairProblem } from '../shared/pair-problems.js';
import type { Demand } from '../shared/template-check.js';
import type { Related, RelatedClass } from './related.js';

/** One relation whose other side are the entities that have certain values: one query. */
export interface HasManyDeclaration {
  /** Whose entities are on the other side. */
  readonly of: Related;
  /**
   * For each property of the other side that says to whom it belongs, the property of this side with the same value.
   * Name the whole partition key of the other side, and it is a range read; otherwise an index has to lead there.
   * @example `{ department: 'name' }`
   */
  readonly by: Readonly<Record<string, string>>;
  /**
   * Both sides share a partition of one table: one request reads them together, one transaction writes them. Adds
   * `family`.
   */
  readonly samePartition?: boolean;
  /**
   * Properties of the other side that repeat a property of this side, so that reading it takes no second request.
   * `linkTo` gives them to entities that are about to be written, `refreshCopies` brings them up to date later.
   * @example `{ departmentManager: 'manager' }`
   */
  readonly copies?: Readonly<Record<string, string>>;
}

/** The properties of this side that the others are found by. */
export type UsedByMany<D> = D extends { readonly by: infer By extends object }
  ? By[keyof By] & string
  : never;

/** The properties of this side that the others repeat. */
export type Copied<D> = D extends { readonly copies: infer Copies extends object }
  ? Copies[keyof Copies] & string
  : never;

/** The properties of the other side that link and copy. */
export type Linked<D> =
  | (D extends { readonly by: infer By extends object } ? keyof By & string : never)
  | (D extends { readonly copies: infer Copies extends object } ? keyof Copies & string : never);

/** Checks a declaration when the program is compiled: what is wrong becomes a property whose name is a sentence. */
export type HasManyCheck<C extends EntityClass, D> = D extends { readonly of: infer R }
  ? Demand<
      ManyProblem<EntityOf<C>, RelatedClass<R>, D> | OptionProblem<Exclude<keyof D, keyof HasManyDeclaration>>
    >
  : unknown;

type OptionProblem<Option> = Option extends string ? `'${Option}' is not an option of a relation` : never;

type ManyProblem<E, R extends EntityClass, D> =
  | (D extends { readonly by: infer By extends object }
      ?
          | ([keyof By] extends [never] ? 'by names at least one property' : never)
          | PairProblem<EntityOf<R>, E, By>
          | PartitionProblem<R, D, keyof By>
      : never)
  | (D extends { readonly copies: infer Copies } ? CopyProblem<EntityOf<R>, E, Copies> : never);

type PartitionProblem<R extends EntityClass, D, Names> = D extends { readonly samePartition: true }
  ? string extends TemplateVars<R['key']['partition']>
    ? never
    : Lacking<Exclude<TemplateVars<R['key']['partition']>, Names>>
  : never;

type Lacking<Name> = Name extends string
  ? `by needs '${Name}': one partition can only be shared if its key is known`
  : never;
