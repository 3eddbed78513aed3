import type {
  CallOptions,
  EntityClass,
  EntityOf,
  KeyArgs,
  KeyTemplate,
  KeyVars,
  Query,
  QueryArgs,
  TemplateVars,
  View,
} from '@tablewright/core';
import type { Asked } from '../indexing/asked.js';
import type { Declared, EachOf, Field } from '../indexing/declared.js';

/** The key under which an index keeps its rows. */
export interface IndexKey<C extends EntityClass, D extends Declared> extends KeyTemplate {
  readonly partition: C['key']['partition'];
  readonly row: D['row'];
}

/** What an index row tells: the projected properties and those of both keys, or everything. */
export type IndexView<C extends EntityClass, D extends Declared> = View<
  Pick<EntityOf<C>, Carried<C, D> & keyof EntityOf<C>>
>;

type Carried<C extends EntityClass, D extends Declared> = D extends {
  readonly project: readonly (infer P)[];
}
  ? P | KeyVars<C['key']> | Exclude<TemplateVars<D['row']>, EachOf<D>>
  : Field<EntityOf<C>>;

/** The properties that every projection of an index query holds. */
type Keys<C extends EntityClass, D extends Declared> = Exclude<
  | TemplateVars<C['key']['partition']>
  | TemplateVars<D['row']>
  | (D extends { readonly unique: true } ? never : TemplateVars<C['key']['row']>),
  EachOf<D>
> &
  keyof EntityOf<C>;

/** An index of a repository, asked for by its name. */
export interface Index<C extends EntityClass, D extends Declared> {
  /**
   * The index rows with these values, in the order of the index: its variables from left to right as far as they
   * are known, and any other property that its rows carry. The same builder as `query()` of the repository, over
   * the rows of this index alone; the results are views. Nothing is sent until it is read: then 1 request for
   * each page of at most 1,000 rows, and 1 for each projected row that an older version of the class wrote.
   * @example `employees.byName.query({ department: 'Sales', lastName: 'Jones' }).startsWith({ firstName: 'J' })`
   */
  query(
    args: QueryArgs<Asked<EntityOf<C>, EachOf<D>>, IndexKey<C, D>>,
  ): Query<EntityOf<C>, IndexKey<C, D>, IndexView<C, D>, Keys<C, D>>;
}

/** A unique index: its values lead to one entity at most. */
export interface UniqueIndex<C extends EntityClass, D extends Declared> extends Index<C, D> {
  /**
   * What the index row of these values carries, or `undefined`. 1 request; one more where an older version of
   * the class wrote a projected row, which then only leads to the entity.
   * @example `await employees.byEmail.get({ department: 'Sales', email: 'jonesj@contoso.com' })`
   */
  get(
    key: KeyArgs<Asked<EntityOf<C>, EachOf<D>>, IndexKey<C, D>>,
    options?: CallOptions,
  ): Promise<IndexView<C, D> | undefined>;
}

/** What a repository gains: each index under its name. */
export type IndexApi<C extends EntityClass, D extends Readonly<Record<string, Declared>>> = {
  readonly [N in keyof D]: D[N] extends { readonly unique: true } ? UniqueIndex<C, D[N]> : Index<C, D[N]>;
};
