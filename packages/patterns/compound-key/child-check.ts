import type { ClassOf, EntityClass, EntityOf, KeyVars } from '@tablewright/core';
import type { FamilyOperations } from './api.js';
import type { Children } from './member.js';

/**
 * Checks a child when the program is compiled. What is wrong becomes a static property that is missing, whose name is
 * a sentence. Templates that are not literals pass, and are checked when the repository is defined.
 */
export type ChildCheck<C extends EntityClass, M, Name> = Demand<NameProblem<Name> | ProblemOf<C, ClassOf<M>>>;

/** `unknown`, which changes nothing in an intersection, when there is no problem. */
type Demand<Problem extends string> = [Problem] extends [never]
  ? unknown
  : { readonly [P in Problem]: never };

type NameProblem<Name> = Name extends 'parent' | keyof FamilyOperations<EntityClass, Children>
  ? `a child cannot be called '${Name}'`
  : never;

type ProblemOf<C extends EntityClass, R extends EntityClass> =
  string extends KeyVars<C['key']>
    ? never
    : string extends KeyVars<R['key']>
      ? never
      :
          | PartitionProblem<C['key']['partition'], R['key']['partition']>
          | RowProblem<C['key']['row'], R['key']['row']>
          | TypeProblem<EntityOf<C>, EntityOf<R>, KeyVars<C['key']>>;

type PartitionProblem<Parent extends string, Child extends string> = [Parent, Child] extends [Child, Parent]
  ? never
  : `the partition template is not that of the parent, '${Parent}'`;

type RowProblem<Parent extends string, Child extends string> = Child extends `${Parent}${infer Rest}`
  ? Rest extends ''
    ? `the row template is that of the parent: let it go on, as in '${Parent}_{…}'`
    : [Parent, Rest] extends [`${string}}`, `{${string}`]
      ? `put a separator behind '${Parent}' in the row template`
      : never
  : `the row template does not begin with that of the parent, '${Parent}'`;

/** Distributes over the names; fine ones leave nothing behind. */
type TypeProblem<E, F, Name extends string> = Name extends keyof E & keyof F
  ? [E[Name], F[Name]] extends [F[Name], E[Name]]
    ? never
    : `'${Name}' is of another type than that of the parent`
  : never;
