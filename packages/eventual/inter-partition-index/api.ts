import type {
  EntityClass,
  EntityOf,
  KeyTemplate,
  KeyVars,
  Query,
  QueryArgs,
  TemplateVars,
  View,
} from '@tablewright/core';
import type { Asked, EachOf, Field } from '@tablewright/patterns/indexing';
import type { Declared } from './declaration.js';

declare const EVENTUAL: unique symbol;

/** What a copy says. The entity may have changed since: only `entities()` looks at it. */
export type Eventual<T> = T & { readonly [EVENTUAL]?: 'may lag behind the entity' };

/** The key under which an index keeps its rows. */
export interface EventualIndexKey<D extends Declared> extends KeyTemplate {
  readonly partition: D['partition'];
  readonly row: D['row'];
}

type Named<D extends Declared> = Exclude<TemplateVars<D['partition']> | TemplateVars<D['row']>, EachOf<D>>;

/** What an index row tells: the projected properties and those of both keys, or everything. */
export type EventualView<C extends EntityClass, D extends Declared> = Eventual<
  View<
    Pick<
      EntityOf<C>,
      (D extends { readonly project: readonly (infer P)[] }
        ? P | KeyVars<C['key']> | Named<D>
        : Field<EntityOf<C>>) &
        keyof EntityOf<C>
    >
  >
>;

type Keys<C extends EntityClass, D extends Declared> = (Named<D> | KeyVars<C['key']>) & keyof EntityOf<C>;
type Args<C extends EntityClass, D extends Declared> = QueryArgs<
  Asked<EntityOf<C>, EachOf<D>>,
  EventualIndexKey<D>
>;

/** An index in other partitions, asked for by its name. */
export interface EventualIndex<C extends EntityClass, D extends Declared> {
  /**
   * What the index rows say, in the order of the index: 1 request for each page of up to 1,000. They may lag behind
   * the entities for a moment, or for as long as a crashed writer's work waits for a worker: an entity may be missing,
   * be found under an old value, or twice.
   * @example `employees.byAge.query({ country: 'DK' }).between({ age: 30 }, { age: 39 })`
   */
  query(args: Args<C, D>): Query<EntityOf<C>, EventualIndexKey<D>, EventualView<C, D>, Keys<C, D>>;
  /**
   * The entities that the index leads to, each read and looked at: 1 request more for each. What does not belong under
   * the row any more is left out, and the workers are asked to look at it. An entity that has no row yet is missing.
   * @example `await employees.byEmail.entities({ email }).first()`
   */
  entities(args: Args<C, D>): Query<EntityOf<C>, EventualIndexKey<D>, EntityOf<C>, Keys<C, D>>;
}

/** What a repository gains: each index under its name. */
export type EventualIndexApi<C extends EntityClass, D extends Readonly<Record<string, Declared>>> = {
  readonly [N in keyof D]: EventualIndex<C, D[N]>;
};
