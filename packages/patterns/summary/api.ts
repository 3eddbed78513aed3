import type { CallOptions, EntityClass, EntityOf, KeyArgs, KeyTemplate } from '@tablewright/core';
import type { DeclaredSummary } from './declaration.js';

/** The key under which a summary is kept. */
export interface SummaryKey<C extends EntityClass, D extends DeclaredSummary> extends KeyTemplate {
  readonly partition: C['key']['partition'];
  readonly row: D['row'];
}

type Asked<E> = { [P in keyof E]-?: NonNullable<E[P]> };

type Summed<D> =
  | (D extends { readonly sum: readonly (infer P extends string)[] } ? P : never)
  | (D extends { readonly decimals: infer S } ? keyof S & string : never);

/** What a summary says. */
export interface SummaryTotals<D extends DeclaredSummary> {
  /** How many entities there are. */
  readonly count: number;
  /**
   * The sum of each property over them. Of decimals: in units of the last digit, so that 12.50 with two digits is 1250n.
   */
  readonly sum: { readonly [P in Summed<D>]: bigint };
  /** When the service last stored what is summed up here; left out where there is nothing. */
  readonly changed?: Date;
}

/** A summary of a repository. */
export interface SummaryReading<C extends EntityClass, D extends DeclaredSummary> {
  /**
   * What is summed up, for a partition and a group of its entities. 1 request, for sharded ones too. Zeros where there
   * are no entities.
   * @example `await employees.headcount.get({ department: 'Sales' })`
   */
  get(group: KeyArgs<Asked<EntityOf<C>>, SummaryKey<C, D>>, options?: CallOptions): Promise<SummaryTotals<D>>;
}

/** What a repository gains: each summary under its name. */
export type SummaryApi<C extends EntityClass, D extends Readonly<Record<string, DeclaredSummary>>> = {
  readonly [N in keyof D]: SummaryReading<C, D[N]>;
};
