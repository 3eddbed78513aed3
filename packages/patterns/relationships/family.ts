import {
  type CallOptions,
  callSteps,
  type EntityClass,
  type MixedReader,
  MixedTable,
  OptionsError,
  type PatternHost,
  type QueryPlan,
  type RepositoryContext,
  SYSTEM_PREFIX,
  transaction,
} from '@tablewright/core';
import { type AnyRepository, isRepository } from './open-related.js';
import { valueId } from './same-value.js';

type Values = Readonly<Record<string, unknown>>;
type FamilyReader = MixedReader<readonly EntityClass[]>;

/** Both sides, and how to read them together. */
export interface FamilySides {
  readonly host: PatternHost;
  readonly others: AnyRepository;
  readonly reader: () => FamilyReader;
}

/** Refuses two classes whose rows cannot be told apart. */
export function familyReader(host: PatternHost, others: AnyRepository): FamilyReader {
  const { store, table } = host.context;
  const sides = host.context.model === others.context.model ? [others] : [host, others];
  const classes = sides.map((repository) => repository.constructor);
  const Both = MixedTable(classes as unknown as readonly EntityClass[]);
  return new Both(store, { table });
}

/** Keys have at most so many UTF-16 code units. */
const LONGEST_KEY = 512;

/** One, and all that belongs to it, in one partition: what users hold as a `Family`. */
export class FamilyRows {
  readonly #host: PatternHost;
  readonly #others: AnyRepository;
  readonly #values: Values;
  readonly #keys: { readonly partitionKey: string; readonly rowKey: string };
  readonly #reader: () => FamilyReader;

  constructor({ host, others, reader }: FamilySides, one: object, values: Values) {
    this.#host = host;
    this.#others = others;
    this.#reader = reader;
    this.#values = values;
    this.#keys = host.context.codec.keys(one);
    const apart = host.context.origin !== others.context.origin;
    if (apart || partitionKeyOf(others.context, values) !== this.#keys.partitionKey) {
      throw new OptionsError(
        'one',
        `${host.context.model.name} and ${others.context.model.name} are not in one partition of one table here. Use of(), and write them one after the other.`,
      );
    }
  }

  explain(): QueryPlan {
    return this.#query().explain();
  }

  async read(options?: CallOptions): Promise<{ one: object | undefined; many: object[] }> {
    let one: object | undefined;
    const many: object[] = [];
    const { codec, model } = this.#host.context;
    for (const item of await this.#query().all(options)) {
      // Both sides may be of one class, and then the one might even belong to itself.
      if (item instanceof model.entity && codec.keys(item).rowKey === this.#keys.rowKey) one = item;
      else if (this.#belongs(item)) many.push(item);
    }
    return { one, many };
  }

  async delete(options?: CallOptions): Promise<number> {
    const { store } = this.#host.context;
    return store.within(options, async (scope) => {
      const steps = callSteps(scope);
      const { one, many } = await steps.run((bounds) => this.read(bounds));
      const all = transaction();
      for (const item of many) all.delete(this.#others, item as never);
      if (one && isRepository(this.#host)) all.delete(this.#host, one as never);
      if (all.size > 0) await steps.run((bounds) => all.commit(bounds));
      return all.size;
    });
  }

  #query(): ReturnType<FamilyReader['query']> {
    const { partitionKey } = this.#keys;
    return this.#reader().query({ partitionKey, rowKey: this.#bounds() });
  }

  /** From the first of them to the last: rows of patterns, and of others, may lie in between. */
  #bounds(): { readonly ge: string; readonly lt?: string } {
    const beginnings = [this.#keys.rowKey, rowPrefixOf(this.#others.context, this.#values)];
    // Whatever begins with a beginning comes before its end: keys cannot hold the system's own character.
    const [, lt] = beginnings.map((beginning) => `${beginning}${SYSTEM_PREFIX}`).toSorted();
    return { ge: beginnings.toSorted()[0]!, ...(lt!.length <= LONGEST_KEY && { lt: lt! }) };
  }

  #belongs(item: object): boolean {
    const { codec, model } = this.#others.context;
    if (!(item instanceof model.entity)) return false;
    const own = item as Values;
    return Object.entries(this.#values).every(
      ([name, value]) => valueId(codec, name, own[name]) === valueId(codec, name, value),
    );
  }
}

function partitionKeyOf({ codec }: RepositoryContext, values: Values): string {
  const { partition } = codec.model;
  return partition.encode(storedValues(codec, partition.variables, values));
}

/** How the row keys begin of all that have these values. */
function rowPrefixOf({ codec }: RepositoryContext, values: Values): string {
  const { row } = codec.model;
  const gap = row.variables.findIndex(({ name }) => !(name in values));
  const known = gap === -1 ? row.variables : row.variables.slice(0, gap);
  return row.encodePrefix(storedValues(codec, known, values), known.length);
}

function storedValues(
  codec: RepositoryContext['codec'],
  variables: readonly { readonly name: string }[],
  values: Values,
): Values {
  return Object.fromEntries(
    variables.map(({ name }) => [name, codec.property(name)!.toStored(values[name])]),
  );
}
