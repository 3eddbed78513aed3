import type { StoredRow } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import { DefinitionError, type EntityClass, modelOf } from '../../model/index.js';
import type { CallOptions, TableStore } from '../../store/index.js';
import { type BagContext, bagRead, createBagContext, loadedBag } from '../bags/bag-context.js';
import { type KeyScope, planOfScope } from '../bags/key-scope.js';
import { RowQuery } from '../bags/row-query.js';
import { createContext, type RepositoryContext, type RepositoryOptions } from '../context.js';
import { loadedEntity } from '../operations/read.js';
import { type ClassChooser, chooseByResolver, chooseByRow } from './class-chooser.js';
import { sharedPartitionKey } from './shared-partition.js';
import { checkToldApart } from './tell-apart.js';
import type { MixedItem, MixedOptions, MixedScope } from './types.js';

/**
 * Reads entities of several classes that share a table, and often a partition, together. What it returns is
 * written through the ordinary repositories of the classes, and bags through `PropertyBags`.
 */
export class MixedReader<Classes extends readonly EntityClass[]> {
  /** The classes whose entities the table holds. */
  static readonly entities: readonly EntityClass[];
  static readonly resolve: MixedOptions<readonly EntityClass[]>['resolve'] | undefined;
  readonly #bags: BagContext;
  readonly #contexts: readonly RepositoryContext[];
  readonly #choose: ClassChooser;
  readonly #name: string;

  constructor(store: TableStore, options?: RepositoryOptions) {
    const { entities, resolve } = new.target;
    const models = entities.map((entity) => modelOf(entity));
    this.#name = models.map(({ name }) => name).join(' | ');
    const table =
      options?.table ??
      sharedTable(
        models.map((model) => model.table),
        this.#name,
      );
    this.#bags = createBagContext(store, table);
    this.#contexts = entities.map((entity) => createContext(entity, store, { table }));
    this.#choose = resolve ? chooseByResolver(this.#contexts, resolve) : chooseByRow(this.#contexts);
  }

  /**
   * Entities of all classes in the order of their keys (on Cosmos DB in no order), each an instance of its class;
   * rows of no class are property bags. Nothing is sent until it is read: then 1 request for each page of at most
   * 1,000 rows.
   * @example
   * ```
   * for await (const item of people.query({ partition: { department: 'Sales' } })) {
   *   if (item instanceof Employee) console.log(item.lastName);
   * }
   * ```
   */
  query(scope: MixedScope<Classes>): RowQuery<MixedItem<Classes>> {
    const plan = planOfScope(this.#bags, this.#name, this.#keyScope(scope));
    return new RowQuery({ ...this.#bags, plan, decode: (row) => this.#load(row) });
  }

  /** The entity with these keys, as they are stored, or its property bag, or `undefined`. 1 request. */
  get(partitionKey: string, rowKey: string, options?: CallOptions): Promise<MixedItem<Classes> | undefined> {
    const { store } = this.#bags;
    return store.within(options, async (scope) => {
      const row = await store.readTyped(bagRead(this.#bags, partitionKey, rowKey), scope);
      return row && this.#load(row);
    });
  }

  #keyScope(scope: MixedScope<Classes>): KeyScope {
    if (typeof scope !== 'object' || scope === null || scope.partition === undefined)
      return scope as KeyScope;
    const { partition, ...rest } = scope;
    if ('partitionKey' in rest || 'scan' in rest) {
      throw new OptionsError(
        'partition',
        'partition, partitionKey and scan contradict each other: give one.',
      );
    }
    return { ...rest, partitionKey: sharedPartitionKey(this.#contexts, partition) };
  }

  #load(row: StoredRow): MixedItem<Classes> {
    const bags = this.#bags;
    let bag: ReturnType<typeof loadedBag> | undefined;
    const asBag = () => {
      bag ??= loadedBag(bags, row);
      return bag;
    };
    const context = this.#choose(row, asBag);
    const item = context ? loadedEntity(context, { ...row, raw: row.columns }) : asBag();
    return item as MixedItem<Classes>;
  }
}

/** A class of mixed tables: extend it, or construct it as it is. */
export interface MixedTableClass<Classes extends readonly EntityClass[]> {
  new (store: TableStore, options?: RepositoryOptions): MixedReader<Classes>;
  readonly entities: Classes;
}

/**
 * A table that holds entities of several classes. Which class a row is of is told by the discriminator columns
 * of the classes and by the literals in front of their key templates, or by `resolve`; classes that could not be
 * told apart are refused here.
 * @example
 * ```
 * class People extends MixedTable([Employee, Department]) {}
 * const people = new People(store, { table: 'People' });
 * ```
 */
export function MixedTable<const Classes extends readonly EntityClass[]>(
  classes: Classes,
  options: MixedOptions<Classes> = {},
): MixedTableClass<Classes> {
  if (!Array.isArray(classes) || classes.length === 0) {
    throw new OptionsError('classes', 'MixedTable() takes an array of entity classes.');
  }
  const resolve = options?.resolve;
  if (resolve !== undefined && typeof resolve !== 'function') {
    throw new OptionsError('resolve', 'resolve is a function from a property bag to a class.');
  }
  const entities = Object.freeze([...classes]) as unknown as Classes;
  const models = entities.map((entity) => modelOf(entity));
  if (!resolve) checkToldApart(models);
  return class extends MixedReader<Classes> {
    static override readonly entities = entities;
    static override readonly resolve = resolve;
  };
}

/** The table that the classes agree on. */
function sharedTable(tables: readonly (string | undefined)[], entity: string): string {
  const named = new Set(tables.map((table) => table?.toLowerCase()));
  const [table] = tables;
  if (table !== undefined && named.size === 1) return table;
  throw new DefinitionError(
    `${entity}: the classes do not name one table. Name it: new …(store, { table: '…' }).`,
    { entity, rule: 'NO_TABLE' },
  );
}
