import { EntityCodec } from '../codec/index.js';
import { OptionsError } from '../errors/index.js';
import { checkTableName } from '../limits/index.js';
import { DefinitionError, type EntityClass, type EntityModel, modelOf } from '../model/index.js';
import { type AccessPath, primaryPath } from '../plan/index.js';
import type { TableStore } from '../store/index.js';

export interface RepositoryOptions {
  /** Another table than the class declares: a test's, a tenant's, an archive's. */
  readonly table?: string;
}

/** What the operations of one repository share. */
export interface RepositoryContext<E extends object = object> {
  readonly store: TableStore;
  readonly table: string;
  readonly model: EntityModel<E>;
  readonly codec: EntityCodec<E>;
  /** Every order in which rows of this entity are stored, the primary rows first. */
  readonly paths: readonly AccessPath[];
  /** The account and table: stamps of other origins do not count. */
  readonly origin: string;
}

const codecs = new WeakMap<object, EntityCodec>();

export function createContext<E extends object>(
  entity: EntityClass<E>,
  store: TableStore,
  options: RepositoryOptions = {},
): RepositoryContext<E> {
  // By what it does, not by its class: two copies of the package may be installed.
  if (typeof store?.within !== 'function') {
    throw new OptionsError('store', 'A repository is made with a TableStore: new …Repository(store).');
  }
  const model = modelOf(entity);
  const table = options.table ?? model.table;
  if (table === undefined) {
    throw new DefinitionError(
      `${model.name} has no table. Name one: @Entity({ table: '…' }), or new …Repository(store, { table: '…' }).`,
      { entity: model.name, rule: 'NO_TABLE' },
    );
  }
  checkTableName(table, model.name);
  return {
    store,
    table,
    model,
    codec: codecOf(model),
    paths: [primaryPath(model)],
    origin: `${store.url}/${table.toLowerCase()}`,
  };
}

function codecOf<E extends object>(model: EntityModel<E>): EntityCodec<E> {
  let codec = codecs.get(model);
  if (!codec) {
    codec = new EntityCodec(model);
    codecs.set(model, codec);
  }
  return codec as EntityCodec<E>;
}
