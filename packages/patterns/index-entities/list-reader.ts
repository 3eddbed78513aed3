import {
  type CallOptions,
  type CallScope,
  type Contributions,
  callSteps,
  isTablewrightError,
  KeyValueError,
  OptionsError,
  PathNotReadyError,
  type PatternHost,
  readLookups,
  unlessUnfit,
} from '@tablewright/core';
import type { CompiledList } from './compile-list.js';

/** Where a list is. */
interface ListAddress {
  readonly partitionKey: string;
  /** The key of the list, of which its chunks' keys are made. */
  readonly list: string;
}

/** Lists of one repository: what users hold as `employees.byLastName`. */
export class ListReader {
  readonly #host: PatternHost;
  readonly #list: CompiledList;
  readonly #listed: Contributions;

  constructor(host: PatternHost, list: CompiledList, listed: Contributions) {
    this.#host = host;
    this.#list = list;
    this.#listed = listed;
  }

  async keys(values: object, options: CallOptions = {}): Promise<object[]> {
    const address = this.#addressOf(values);
    return this.#host.context.store.within(options, (scope) => this.#keys(address, scope));
  }

  async find(values: object, options: CallOptions = {}): Promise<object[]> {
    const address = this.#addressOf(values);
    return this.#host.context.store.within(options, async (scope) => {
      const keys = await this.#keys(address, scope);
      if (keys.length === 0) return [];
      const found = await callSteps(scope).run((bounds) => this.#host.getMany(keys, bounds));
      return found.filter((entity) => entity !== undefined && this.#belongs(entity, address)) as object[];
    });
  }

  async #keys({ partitionKey, list }: ListAddress, scope: CallScope): Promise<object[]> {
    const { context } = this.#host;
    const { name, state, chunks, ids } = this.#list;
    if (state !== 'ready') throw new PathNotReadyError(context.model.name, name, state);
    const rows = await readLookups(context, [{ partitionKey, ...chunks.lookup(list) }], scope);
    const prefix = context.model.row.encodePrefix({}, 0);
    const all = [...new Set([...rows.values()].flatMap((row) => ids.read(row)))].sort();
    return all.flatMap((id) => this.#keyOf(partitionKey, prefix + id));
  }

  /** The key properties of a listed entity. What cannot be a key of one was not put there by one. */
  #keyOf(partitionKey: string, rowKey: string): readonly object[] {
    const { codec, model } = this.#host.context;
    try {
      const stored = { ...model.row.decode(rowKey), ...model.partition.decode(partitionKey) };
      const key = Object.entries(stored).map(([name, value]) => [
        name,
        codec.property(name)!.fromStored(value),
      ]);
      return [Object.fromEntries(key) as object];
    } catch (error) {
      if (isTablewrightError(error)) return [];
      throw error;
    }
  }

  /**
   * Whether an entity has the value still: it may have been changed since the list was read. What no list can hold,
   * another program has put there.
   */
  #belongs(entity: object, { list }: ListAddress): boolean {
    const { chunks } = this.#list;
    const row = this.#host.context.codec.encode(entity);
    return unlessUnfit(() => this.#listed.contribute(row)).some(
      ({ rowKey, value }) => rowKey === chunks.rowKey(list, value as string),
    );
  }

  /** Every variable once: a part of them would lead to several lists. */
  #addressOf(values: object): ListAddress {
    if (typeof values !== 'object' || values === null) {
      throw new OptionsError('values', 'A list is asked for by an object with the properties of its key.');
    }
    const { codec, model } = this.#host.context;
    const { row } = this.#list;
    const stored: Record<string, unknown> = {};
    for (const { name } of [...model.partition.variables, ...row.variables]) {
      const value = (values as Readonly<Record<string, unknown>>)[name];
      if (value === undefined || value === null) {
        throw new KeyValueError(
          { entity: model.name, template: row.source, variable: name, reason: `has no value (${value})` },
          'Give a value for each variable.',
        );
      }
      stored[name] = codec.property(name)!.toStored(value);
    }
    return { partitionKey: model.partition.encode(stored), list: row.encode(stored) };
  }
}
