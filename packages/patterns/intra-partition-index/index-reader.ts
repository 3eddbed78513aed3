import {
  type CallOptions,
  type KeyTemplate,
  KeyValueError,
  OptionsError,
  type Query,
  type QuerySource,
  queryOf,
  type RepositoryContext,
} from '@tablewright/core';
import { carriedBy, keyedBy } from './carried.js';
import type { CompiledIndex } from './compile-index.js';

type IndexQuery = Query<object, KeyTemplate, object, never>;

/** One index of one repository: what users hold as `employees.byName`. */
export class IndexReader {
  readonly #index: CompiledIndex;
  readonly #source: QuerySource;

  constructor(context: RepositoryContext, index: CompiledIndex) {
    const { model } = context;
    this.#index = index;
    this.#source = {
      context,
      via: index.name,
      wants: 'copies',
      keys: keyedBy(index, model),
      view: carriedBy(index, model),
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

/** An index whose values lead to one entity at most. */
export class UniqueIndexReader extends IndexReader {
  readonly #variables: readonly string[];
  readonly #describe: (variable: string) => { entity: string; template: string; variable: string };

  constructor(context: RepositoryContext, index: CompiledIndex) {
    super(context, index);
    const { partition, name: entity } = context.model;
    this.#variables = [...partition.variables, ...index.row.variables].map(({ name }) => name);
    this.#describe = (variable) => ({ entity, template: index.row.source, variable });
  }

  async get(key: object, options?: CallOptions): Promise<object | undefined> {
    return this.query(this.#wholeKey(key)).first(options);
  }

  /** Every variable once, and nothing else: a part of the key would lead to several rows. */
  #wholeKey(key: object): object {
    if (typeof key !== 'object' || key === null) {
      throw new OptionsError('key', 'The key of an index is an object with the properties of its templates.');
    }
    return Object.fromEntries(
      this.#variables.map((variable) => {
        const value = (key as Readonly<Record<string, unknown>>)[variable];
        if (value !== undefined && value !== null) return [variable, value];
        const reason = `has no value (${value})`;
        throw new KeyValueError(
          { ...this.#describe(variable), reason },
          'Give it, or use query() for several rows.',
        );
      }),
    );
  }
}
