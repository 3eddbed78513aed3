import { EntityCodec } from '../codec/index.js';
import { checkOptions, OptionsError } from '../errors/index.js';
import { checkTableName } from '../limits/index.js';
import {
  checkColumnCount,
  DefinitionError,
  type EntityClass,
  type EntityModel,
  modelOf,
} from '../model/index.js';
import { type AccessPath, primaryPath } from '../plan/index.js';
import { originOf, type TableStore } from '../store/index.js';
import { NO_PATTERNS, type Outbox, type PatternSet } from './patterns/index.js';

export interface RepositoryOptions {
  /** Another table than the class declares: a test's, a tenant's, an archive's. */
  readonly table?: string;
  /** Carries out what patterns do in other partitions and tables; needed only where one of them does. */
  readonly outbox?: Outbox;
}

/** What the operations of one repository share. */
export interface RepositoryContext<E extends object = object> {
  readonly store: TableStore;
  readonly table: string;
  readonly model: EntityModel<E>;
  readonly codec: EntityCodec<E>;
  /** Every order in which rows of this entity are stored, the primary rows first. */
  readonly paths: readonly AccessPath[];
  readonly patterns: PatternSet;
  readonly outbox: Outbox | undefined;
  /**
   * Why a write that does not know the stored row has to read it first. Left out for a plain entity, which is
   * written blindly.
   */
  readonly looksFirst: string | undefined;
  /** The account and table: stamps of other origins do not count. */
  readonly origin: string;
  /**
   * Of a repository that holds several classes: the context of the class that a target is of. Throws for a target of
   * none of them. Left out for a repository of one class.
   */
  readonly memberOf?: (target: object) => RepositoryContext;
}

const codecs = new WeakMap<object, EntityCodec>();

export function createContext<E extends object>(
  entity: EntityClass<E>,
  store: TableStore,
  options: RepositoryOptions = {},
  patterns: PatternSet = NO_PATTERNS,
): RepositoryContext<E> {
  // By what it does, not by its class: two copies of the package may be installed.
  if (typeof store?.within !== 'function') {
    throw new OptionsError('store', 'A repository is made with a TableStore: new …Repository(store).');
  }
  checkOptions(options);
  const model = modelOf(entity);
  const table = options.table ?? model.table;
  if (table === undefined) {
    throw new DefinitionError(
      `${model.name} has no table. Name one: @Entity({ table: '…' }), or new …Repository(store, { table: '…' }).`,
      { entity: model.name, rule: 'NO_TABLE' },
    );
  }
  checkTableName(table, model.name);
  checkService(model, store, table, patterns);
  if (!patterns.split) checkColumnCount(model);
  return {
    store,
    table,
    model,
    codec: codecOf(model),
    paths: [primaryPath(model), ...patterns.readers.map(({ path }) => path)],
    patterns,
    outbox: outboxOf(model, store, options, patterns),
    looksFirst: whyLook(model, patterns),
    origin: originOf(store.url, table),
  };
}

export function codecOf<E extends object>(model: EntityModel<E>): EntityCodec<E> {
  let codec = codecs.get(model);
  if (!codec) {
    codec = new EntityCodec(model);
    codecs.set(model, codec);
  }
  return codec as EntityCodec<E>;
}

/** A pattern may rest on something that not every service does, or want the table for itself. */
function checkService(
  { name }: EntityModel,
  { limits }: TableStore,
  table: string,
  { unfit }: PatternSet,
): void {
  for (const check of unfit) {
    const why = check(limits, table);
    if (why === undefined) continue;
    throw new DefinitionError(`${name}: ${why}`, { entity: name, rule: 'PATTERN_UNSUPPORTED' });
  }
}

function outboxOf(
  { name }: EntityModel,
  { url }: TableStore,
  { outbox }: RepositoryOptions,
  { deferred }: PatternSet,
): Outbox | undefined {
  const fail = (rule: string): never => {
    throw new OptionsError('outbox', `${name}: ${rule}`);
  };
  if (deferred.length === 0) return outbox;
  if (typeof outbox?.record !== 'function') {
    return fail(`'${deferred[0]!.name}' reaches beyond the partition: pass { outbox } to the repository.`);
  }
  // What it records in one account, workers would look for in the other.
  if (outbox.store && outbox.store.url !== url) {
    return fail('the outbox is of another account than the store. Make one with the same store.');
  }
  return outbox;
}

function whyLook(
  model: EntityModel,
  { derivations, deferred, stages, split, fed }: PatternSet,
): string | undefined {
  if (split) return 'it may be stored in several rows';
  if (derivations.length + deferred.length > 0) return 'rows are derived from what is stored';
  if (fed.length > 0) return 'others fill columns of it, which stay';
  if (stages.length > 0) return 'the row is stored in another form';
  if (model.version !== undefined) return 'the row may be of a newer version';
  if (model.discriminator !== undefined) return 'the row may be of another type';
  return undefined;
}
