import {
  type KeyTemplate,
  type Query,
  type QuerySource,
  queryOf,
  type RepositoryContext,
} from '@tablewright/core';
import { carriedBy, keyedBy } from './carried.js';
import type { CompiledIndex } from './compiled-index.js';

export type IndexQuery = Query<object, KeyTemplate, object, never>;

/** One index of one repository: what users hold as `employees.byName`. */
export class IndexReader {
  readonly #index: CompiledIndex;
  readonly #source: QuerySource;

  /** `wants`: what its queries give, the copies that the index carries or the entities that these lead to. */
  constructor(context: RepositoryContext, index: CompiledIndex, wants: QuerySource['wants'] = 'copies') {
    const { model } = context;
    this.#index = index;
    this.#source = {
      context,
      via: index.name,
      wants,
      keys: keyedBy(index),
      ...(wants === 'copies' ? { view: carriedBy(index, model) } : { verified: true }),
    };
  }

  query(args: object): IndexQuery {
    const { each } = this.#index;
    if (typeof args !== 'object' || args === null || each === undefined || !(each in args)) {
      return queryOf(this.#source, args);
    }
    // What is given is an element; what the entity has is the array.
    const { [each]: element, ...others } = args as Readonly<Record<string, unknown>>;
    return queryOf(this.#source, others).where({ [each]: { contains: element } } as object) as IndexQuery;
  }
}
