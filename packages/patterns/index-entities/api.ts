import type { CallOptions, EntityClass, EntityOf, KeyArgs, KeyOf, KeyTemplate } from '@tablewright/core';
import type { DeclaredList } from './declaration.js';

/** The key under which a list is kept. */
export interface ListKey<C extends EntityClass, D extends DeclaredList> extends KeyTemplate {
  readonly partition: C['key']['partition'];
  readonly row: D['row'];
}

/** What is asked for: values that are there. */
type Asked<E> = { [P in keyof E]-?: NonNullable<E[P]> };

/** The lists of a repository, one for each value. */
export interface EntityLists<C extends EntityClass, D extends DeclaredList> {
  /**
   * The entities that have these values, in the order of their keys. 1 request for the list (1 for each page of its
   * rows, if it is spread over several), and 1 for each entity, side by side.
   * @example `await employees.byLastName.find({ department: 'Sales', lastName: 'Jones' })`
   */
  find(values: KeyArgs<Asked<EntityOf<C>>, ListKey<C, D>>, options?: CallOptions): Promise<EntityOf<C>[]>;
  /**
   * The keys of the entities that have these values, in their order. 1 request (1 for each page of the list's rows, if
   * it is spread over several).
   * @example `await employees.byLastName.keys({ department: 'Sales', lastName: 'Jones' })`
   */
  keys(values: KeyArgs<Asked<EntityOf<C>>, ListKey<C, D>>, options?: CallOptions): Promise<KeyOf<C>[]>;
}

/** What a repository gains: lists under their names. */
export type IndexEntitiesApi<C extends EntityClass, D extends Readonly<Record<string, DeclaredList>>> = {
  readonly [N in keyof D]: EntityLists<C, D[N]>;
};
