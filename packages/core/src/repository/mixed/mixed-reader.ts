import type { EntityKeys } from '../../codec/index.js';
import type { StoredRow } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import { DefinitionError } from '../../model/index.js';
import type { CallOptions, CallScope, TableStore } from '../../store/index.js';
import { type BagContext, bagRead, createBagContext, loadedBag } from '../bags/bag-context.js';
import { type KeyScope, planOfScope } from '../bags/key-scope.js';
import type { PropertyBag } from '../bags/property-bag.js';
import { RowQuery } from '../bags/row-query.js';
import { createContext, type RepositoryContext, type RepositoryOptions } from '../context.js';
import { loadedEntity, readEntity } from '../operations/read.js';
import { entriesOf } from '../query/read-argument.js';
import { decodeStages } from '../write/stages.js';
import { type ClassChooser, chooseByResolver, chooseByRow, derivedRows } from './class-chooser.js';
import { kindOf, type MixedMember } from './member.js';
import { sharedPartitionKey } from './shared-partition.js';
import type { MixedItem, MixedOptions, MixedScope } from './types.js';

/**
 * Reads entities of several classes that share a table, and often a partition, together. What it returns is
 * written through the ordinary repositories of the classes, and bags through `PropertyBags`.
 */
export class MixedReader<Members extends readonly MixedMember[]> {
  /** The classes whose entities the table holds, or their repository classes. */
  static readonly members: readonly MixedMember[];
  static readonly resolve: MixedOptions<readonly MixedMember[]>['resolve'] | undefined;
  readonly #bags: BagContext;
  readonly #contexts: readonly RepositoryContext[];
  readonly #choose: ClassChooser;
  readonly #isDerived: (keys: EntityKeys) => boolean;
  readonly #name: string;

  constructor(store: TableStore, options?: RepositoryOptions) {
    const { members, resolve } = new.target;
    const kinds = members.map(kindOf);
    const models = kinds.map(({ model }) => model);
    this.#name = models.map(({ name }) => name).join(' | ');
    const table =
      options?.table ??
      sharedTable(
        models.map((model) => model.table),
        this.#name,
      );
    this.#bags = createBagContext(store, table);
    this.#contexts = kinds.map(({ entity, patterns }) => ({
      // Reading asks for no outbox, whatever the patterns write.
      ...createContext(entity, store, { table }, { ...patterns, deferred: [] }),
      patterns,
    }));
    this.#isDerived = derivedRows(kinds);
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
  query(scope: MixedScope<Members>): RowQuery<MixedItem<Members>> {
    const plan = planOfScope(this.#bags, this.#name, this.#keyScope(scope));
    return new RowQuery({ ...this.#bags, plan, decode: (row, call) => this.#load(row, call) });
  }

  /** The entity with these keys, as they are stored, or its property bag, or `undefined`. 1 request. */
  get(partitionKey: string, rowKey: string, options?: CallOptions): Promise<MixedItem<Members> | undefined> {
    const { store } = this.#bags;
    return store.within(options, async (scope) => {
      const row = await store.readTyped(bagRead(this.#bags, partitionKey, rowKey), scope);
      return row && this.#load(row, scope);
    });
  }

  #keyScope(scope: MixedScope<Members>): KeyScope {
    const given = Object.fromEntries(entriesOf(scope, 'scope'));
    if (given['partition'] === undefined) return scope as KeyScope;
    const { partition, ...rest } = given;
    if (rest['partitionKey'] !== undefined || rest['scan'] !== undefined) {
      throw new OptionsError(
        'partition',
        'partition, partitionKey and scan contradict each other: give one.',
      );
    }
    return { ...rest, partitionKey: sharedPartitionKey(this.#contexts, partition) };
  }

  /** An entity that takes several rows: 1 request more. */
  async #loadSplit(
    context: RepositoryContext,
    row: StoredRow,
    scope: CallScope,
  ): Promise<MixedItem<Members> | undefined> {
    const entity = await readEntity(context, row, scope);
    return entity as MixedItem<Members> | undefined;
  }

  #load(
    row: StoredRow,
    scope: CallScope,
  ): MixedItem<Members> | undefined | Promise<MixedItem<Members> | undefined> {
    if (this.#isDerived(row)) return undefined;
    let bag: PropertyBag | undefined;
    const asBag = () => {
      bag ??= loadedBag(this.#bags, row);
      return bag;
    };
    const context = this.#choose(row, asBag);
    if (!context) return asBag();
    const { split } = context.patterns;
    if (split?.goesOn(row.columns)) return this.#loadSplit(context, row, scope);
    const { columns: raw, etag, partitionKey, rowKey } = row;
    const stored = { raw, etag, origin: this.#bags.origin, partitionKey, rowKey };
    if (context.patterns.stages.length === 0) return loadedEntity(context, stored) as MixedItem<Members>;
    return decodeStages(context, raw).then(
      (decoded) => loadedEntity(context, { ...stored, raw: decoded }) as MixedItem<Members>,
    );
  }
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
