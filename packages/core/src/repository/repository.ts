import type { EntityClass } from '../model/index.js';
import { type CallOptions, EntityNotFoundError, type TableStore } from '../store/index.js';
import {
  BoundBulkItem,
  type BulkItem,
  type BulkOptions,
  type BulkOutcome,
  type BulkOutcomesOptions,
  type BulkReport,
  type BulkSource,
  bulk,
  bulkOutcomes,
} from './bulk/index.js';
import { createContext, type RepositoryContext, type RepositoryOptions } from './context.js';
import { Explainer } from './explain/explainer.js';
import type { GuardOptions } from './guard.js';
import * as operations from './operations/index.js';
import { NO_PATTERNS, type PatternSet } from './patterns/index.js';
import { addressOf, existenceRead } from './point-read.js';
import { type NotAView, type Query, type QueryArgs, queryOf } from './query/index.js';
import type { Written } from './stamp.js';
import type { Changes, EntityOf, Input, KeyOf, Target, Updated } from './types.js';
import { type Idempotent, onceOnly } from './write/idempotency.js';
import { prepareInsert } from './write/prepare-insert.js';
import { prepareReplace } from './write/prepare-replace.js';
import { prepareUpsert, type UpsertMode } from './write/prepare-upsert.js';

/** What every write takes. */
export type WriteOptions = CallOptions & Idempotent;

export interface UpsertOptions extends CallOptions, Idempotent {
  /** `merge` (default) keeps columns that the entity does not have; `replace` drops them. */
  readonly mode?: UpsertMode;
}

export interface GetManyOptions extends CallOptions {
  /** How many reads may be under way at once, 16 unless told; fewer while the service is too busy. */
  readonly concurrency?: number;
}

/**
 * Reads and writes the entities of one class in one table. The numbers of requests are those of a call
 * that succeeds at once: retries add to them, and so does the first write to a table that does not exist
 * yet (two more: its creation, and the write again). A write has to read the stored row first where it is not
 * known and something depends on it: rows that patterns derive, a declared version, a discriminator.
 */
export class EntityRepository<C extends EntityClass> {
  /** The class whose entities this repository holds. */
  static readonly entity: EntityClass;
  /** What the class was opted into. */
  static readonly patterns: PatternSet = NO_PATTERNS;
  /** What patterns build on. */
  readonly context: RepositoryContext<EntityOf<C>>;

  constructor(store: TableStore, options?: RepositoryOptions) {
    const entity = new.target.entity as EntityClass<EntityOf<C>>;
    this.context = createContext(entity, store, options, new.target.patterns);
  }

  /** What each operation would do, without doing it: `await employees.explain.insert(jones)`. */
  get explain(): Explainer<C> {
    return new Explainer(this.context);
  }

  /** Adds a new entity, or throws EntityExistsError. 1 request. */
  insert(entity: Input<C>, options?: WriteOptions): Promise<EntityOf<C>> {
    const { context } = this;
    return context.store.within(options, async (scope, given) =>
      operations.runWrite(prepareInsert(context, entity), onceOnly(given), scope),
    );
  }

  /**
   * Makes the stored row exactly this entity: columns that the class does not know are dropped. The entity
   * was read or written here before, or `ifMatch` or `force` is given. 1 request; 2 when the stored row has to
   * be read first.
   */
  replace(entity: Input<C>, options?: GuardOptions): Promise<EntityOf<C>> {
    const { context } = this;
    return context.store.within(options, async (scope, given) =>
      operations.runWrite(prepareReplace(context, entity, given), onceOnly(given), scope),
    );
  }

  /**
   * Stores what changed on an entity since it was read, together with `changes` if given. Sends only the
   * changed columns, checks the ETag. 1 request; 0 when nothing changed; 2 when a value was taken away.
   */
  update(
    entity: EntityOf<C> & NotAView,
    changes?: Changes<EntityOf<C>, C['key']>,
    options?: operations.UpdateOptions,
  ): Promise<Updated<C>>;
  /**
   * Changes some properties of the entity with this key, whatever its version (unless `ifMatch` is given).
   * 1 request; 2 when the row has to be read first: because a value is taken away, because the class stores
   * computed properties, or because something is derived from the entity.
   */
  update(
    key: KeyOf<C> & NotAView,
    changes: Changes<EntityOf<C>, C['key']>,
    options?: operations.UpdateOptions,
  ): Promise<Written>;
  update(
    target: object,
    changes?: object,
    options?: operations.UpdateOptions,
  ): Promise<EntityOf<C> | Written> {
    const { context } = this;
    const set = changes as Readonly<Record<string, unknown>> | undefined;
    return context.store.within(options, async (scope, given) =>
      operations.runWrite(operations.prepareAnyUpdate(context, target, set, given), given, scope),
    );
  }

  /**
   * Inserts the entity, or merges it into (or puts it in place of) the one that is there. 1 request; 2 when
   * the stored row has to be read first.
   */
  upsert(entity: Input<C>, options?: UpsertOptions): Promise<EntityOf<C>> {
    const { context } = this;
    return context.store.within(options, async (scope, { mode = 'merge', ...given }) =>
      operations.runWrite(prepareUpsert(context, entity, mode), onceOnly(given), scope),
    );
  }

  /**
   * Deletes an entity that was read here, or the one with this key under `ifMatch` or `force`. `false` when
   * there was nothing to force. 1 request; 2 when the stored row has to be read first.
   */
  delete(target: Target<C>, options?: GuardOptions): Promise<boolean> {
    const { context } = this;
    return context.store.within(options, (scope, given) => operations.remove(context, target, given, scope));
  }

  /** The entity with this key, or `undefined`. 1 request. */
  get(key: KeyOf<C>, options?: CallOptions): Promise<EntityOf<C> | undefined> {
    const { context } = this;
    return context.store.within(options, (scope) =>
      operations.readEntity(context, addressOf(context, key), scope),
    );
  }

  /** The entity with this key, or EntityNotFoundError. 1 request. */
  async getOrThrow(key: KeyOf<C>, options?: CallOptions): Promise<EntityOf<C>> {
    const entity = await this.get(key, options);
    if (entity) return entity;
    const { model, table } = this.context;
    throw new EntityNotFoundError({ entity: model.name, table });
  }

  /** Whether there is an entity with this key. 1 request, which fetches no column. */
  async exists(key: KeyOf<C>, options?: CallOptions): Promise<boolean> {
    const { context } = this;
    return context.store.within(options, async (scope) => {
      const plan = existenceRead(context, addressOf(context, key));
      const row = await context.store.read(plan, scope);
      return row !== undefined && context.codec.accepts(row.raw);
    });
  }

  /** Many entities by their keys, in the order of the keys. 1 request for each distinct key. */
  getMany(keys: Iterable<KeyOf<C>>, options?: GetManyOptions): Promise<(EntityOf<C> | undefined)[]> {
    const { context } = this;
    return context.store.within(options, (scope, { concurrency }) =>
      operations.getMany(context, keys, concurrency, scope),
    );
  }

  /**
   * A query for the entities that have these values: of the key from left to right, and of any other property.
   * 0 requests: it is sent when it is run.
   * @example `for await (const e of employees.query({ department: 'Sales' }).where({ age: { ge: 60 } }).scan('partition')) …`
   */
  query(args?: QueryArgs<EntityOf<C>, C['key']>): Query<EntityOf<C>, C['key']> {
    return queryOf({ context: this.context, wants: 'entities' }, args);
  }

  /**
   * Reads the entity, lets `change` alter it, and stores what changed; starts over when somebody else was
   * faster, so `change` may run more than once. 2 requests; 1 when nothing changed; 3 when a value was taken
   * away.
   */
  modify(
    key: KeyOf<C>,
    change: (entity: EntityOf<C>) => unknown,
    options?: operations.ModifyOptions,
  ): Promise<EntityOf<C>> {
    const { context } = this;
    return context.store.within(options, (scope, given) =>
      operations.modify(context, key, change, given, scope),
    );
  }

  /**
   * Writes any number of entities of any partitions, in as few transactions as possible. Each item of the source
   * is written or fails on its own: `onOutcome` hears of each, the report counts them. Items of one partition are
   * written in the order of the source, a later item for the same row in a later transaction. Nothing is read
   * from the source beyond `readAhead`, and items wait until a transaction of their partition is full, until
   * nothing more may be read ahead, or until the source ends.
   *
   * 1 request for each 100 items of a partition (for fewer, where rows are derived from them or where they take
   * more than 4 MiB together), 1 more for each item that the service refuses, and 1 more for each item whose row
   * has to be read first, as in its own method.
   *
   * Rejects with BulkInterruptedError when it is aborted, when its time runs out, when the source or a callback
   * throws, and at the first failure under `stopOnError`. Its `checkpoint`, or that of a progress event, passed as
   * `from` with the same source, leads on: what was settled, done or failed, is skipped. What was under way when
   * the run was cut short is written again, so an insert may then find its own row and fail.
   * @example
   * ```
   * const report = await employees.bulk(rows.map((row) => ({ upsert: row })), { concurrency: 16 });
   * for (const { index, error } of report.failures) console.error(index, error);
   * ```
   */
  bulk<D extends EntityClass = never>(
    items: BulkSource<C, D>,
    options?: BulkOptions<C | D>,
  ): Promise<BulkReport<C | D>> {
    return bulk(this.context, items, options);
  }

  /**
   * `bulk`, with the outcomes to iterate over as they come. The run begins with the first one asked for and goes no
   * faster than they are taken; leaving the loop ends it.
   * @example
   * ```
   * for await (const outcome of employees.bulkOutcomes(items)) {
   *   if (outcome.status !== 'done') console.error(outcome.index, outcome.error);
   * }
   * ```
   */
  bulkOutcomes<D extends EntityClass = never>(
    items: BulkSource<C, D>,
    options?: BulkOutcomesOptions<C | D>,
  ): AsyncGenerator<BulkOutcome<C | D>, BulkReport<C | D>, undefined> {
    return bulkOutcomes(this.context, items, options);
  }

  /**
   * An item for the bulk run of another repository: entities of several classes, in one table or several, are
   * then written by one run, and those of one partition in one transaction.
   * @example `await employees.bulk([{ insert: employee }, departments.bulkItem({ upsert: department })]);`
   */
  bulkItem(item: BulkItem<C>): BoundBulkItem<C> {
    return new BoundBulkItem(this.context, item);
  }
}
