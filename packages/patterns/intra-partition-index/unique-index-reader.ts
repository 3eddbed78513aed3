import { type CallOptions, KeyValueError, OptionsError, type RepositoryContext } from '@tablewright/core';
import { IndexReader } from '../indexing/index-reader.js';
import type { LocalIndex } from './compile-index.js';

/** An index whose values lead to one entity at most. */
export class UniqueIndexReader extends IndexReader {
  readonly #variables: readonly string[];
  readonly #describe: (variable: string) => { entity: string; template: string; variable: string };

  constructor(context: RepositoryContext, index: LocalIndex) {
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
