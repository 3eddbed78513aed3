import { checkOptions, OptionsError } from '../../errors/index.js';
import { TransactionShapeError } from '../../limits/index.js';
import type { EntityClass } from '../../model/index.js';
import type { CallOptions } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { explainWrites } from '../explain/explain-writes.js';
import type { Explanation } from '../explain/explanation.js';
import { type GuardOptions, ownStamp } from '../guard.js';
import { prepareAnyUpdate } from '../operations/update.js';
import type { EntityRepository } from '../repository.js';
import type { Changes, EntityOf, Input, Target } from '../types.js';
import type { ChangeSet } from '../write/changes.js';
import { commit } from '../write/commit.js';
import { type Attempts, attemptsOf } from '../write/congestion.js';
import type { Idempotent } from '../write/idempotency.js';
import { prepareDelete } from '../write/prepare-delete.js';
import { prepareInsert } from '../write/prepare-insert.js';
import { prepareReplace } from '../write/prepare-replace.js';
import { prepareUpsert, type UpsertMode } from '../write/prepare-upsert.js';
import type { PreparedWrite } from '../write/prepared.js';

export type TransactionOptions = CallOptions & Attempts & Idempotent;

/**
 * Writes of several entities of one partition, of one or more repositories over the same table, that happen
 * all or not at all. Each write is checked and fixed when it is added: what is done to the instance
 * afterwards does not count. Several writes of one entity become one. Never split: what does not fit into
 * one entity group transaction is refused before anything is sent.
 *
 * @example
 * ```
 * await transaction()
 *   .insert(employees, jones)
 *   .update(departments, { name: 'Sales' }, { employeeCount: 12 })
 *   .commit();
 * ```
 */
export class Transaction {
  readonly #writes: PreparedWrite[] = [];
  readonly #inserted = new Set<string>();
  #committed = false;

  /** Adds a new entity. */
  insert<C extends EntityClass>(repository: EntityRepository<C>, entity: Input<C>): this {
    return this.#add(prepareInsert(contextOf(repository), entity));
  }

  /** Makes the stored row exactly this entity. */
  replace<C extends EntityClass>(
    repository: EntityRepository<C>,
    entity: Input<C>,
    options: GuardOptions = {},
  ): this {
    const context = contextOf(repository);
    return this.#add(prepareReplace(context, entity, this.#guard(context, entity, options)));
  }

  /** Stores what changed on an entity since it was read, or the given changes of the one with this key. */
  update<C extends EntityClass>(
    repository: EntityRepository<C>,
    target: Target<C>,
    changes?: Changes<EntityOf<C>, C['key']>,
    options: GuardOptions = {},
  ): this {
    const context = contextOf(repository);
    const guard = this.#guard(context, target, options);
    return this.#add(prepareAnyUpdate(context, target, changes as ChangeSet | undefined, guard));
  }

  /** Inserts the entity, or merges it into (or puts it in place of) the one that is there. */
  upsert<C extends EntityClass>(
    repository: EntityRepository<C>,
    entity: Input<C>,
    options: { readonly mode?: UpsertMode } = {},
  ): this {
    checkOptions(options);
    const { mode = 'merge' } = options;
    return this.#add(prepareUpsert(contextOf(repository), entity, mode));
  }

  /** Deletes an entity that was read here, or the one with this key under `ifMatch` or `force`. */
  delete<C extends EntityClass>(
    repository: EntityRepository<C>,
    target: Target<C>,
    options: GuardOptions = {},
  ): this {
    const context = contextOf(repository);
    return this.#add(prepareDelete(context, target, this.#guard(context, target, options)));
  }

  /** How many writes were added. */
  get size(): number {
    return this.#writes.length;
  }

  /** What `commit` would do, without doing any of it. */
  explain(): Promise<Explanation> {
    return explainWrites(this.#checked(), true);
  }

  /**
   * Sends everything as one request, and gives what each write gives: the entity, or for an update by key its
   * new version, or whether there was something to delete. 1 request; 1 more for each entity that has to be
   * read first (see `explain`); 0 when nothing changed. Once only: a second commit is refused.
   */
  async commit(options: TransactionOptions = {}): Promise<readonly unknown[]> {
    const writes = this.#checked();
    const { store } = writes[0]!.context;
    checkOptions(options);
    attemptsOf(options);
    this.#committed = true;
    return store.within(options, (scope, given) => commit(writes, { ...given, atOnce: true }, scope));
  }

  #add(write: PreparedWrite): this {
    const index = this.#writes.length;
    const first = this.#writes[0];
    if (this.#committed) throw new TransactionShapeError('The transaction was committed. Begin another one.');
    if (first && first.context.origin !== write.context.origin) {
      throw new TransactionShapeError(
        `Write ${index} (${write.verb} of ${write.context.model.name}) is in another table or account: a transaction stays within one.`,
        index,
      );
    }
    if (first && first.keys.partitionKey !== write.keys.partitionKey) {
      throw new TransactionShapeError(
        `Write ${index} (${write.verb} of ${write.context.model.name}) is in another partition: a transaction stays within one. Use bulk() for writes that need not be atomic.`,
        index,
      );
    }
    if (write.verb === 'insert') this.#inserted.add(write.keys.rowKey);
    this.#writes.push(write);
    return this;
  }

  /** An entity that the transaction itself inserts needs no version: nobody else can have changed it since. */
  #guard<O extends GuardOptions>(context: RepositoryContext, target: object, options: O): O {
    checkOptions(options);
    if (options.ifMatch !== undefined || options.force !== undefined) return options;
    if (typeof target !== 'object' || target === null || ownStamp(context, target)) return options;
    if (this.#inserted.size === 0 || !this.#inserted.has(context.codec.keys(target).rowKey)) return options;
    return { ...options, force: true };
  }

  #checked(): readonly PreparedWrite[] {
    if (this.#committed) throw new TransactionShapeError('The transaction was committed. Begin another one.');
    if (this.#writes.length === 0) {
      throw new TransactionShapeError('The transaction has no writes. Add some before you commit it.');
    }
    checkOneClassForEachRow(this.#writes);
    return this.#writes;
  }
}

/** What is derived from a row depends on its class: as rows of two classes, its derived rows would be wrong. */
function checkOneClassForEachRow(writes: readonly PreparedWrite[]): void {
  const { model } = writes[0]!.context;
  if (writes.every(({ context }) => context.model === model)) return;
  const classes = new Map<string, string>();
  writes.forEach(({ verb, keys, context }, index) => {
    const { name } = context.model;
    const other = classes.get(keys.rowKey) ?? name;
    if (other !== name) {
      throw new TransactionShapeError(
        `Write ${index} (${verb} of ${name}) is of a row that an earlier write takes for one of ${other}. A row changes its class in two transactions: delete it in the first, insert it in the second.`,
        index,
      );
    }
    classes.set(keys.rowKey, name);
  });
}

function contextOf<C extends EntityClass>(repository: EntityRepository<C>): RepositoryContext<EntityOf<C>> {
  // By what it has, not by its class: two copies of the package may be installed.
  const context = (repository as EntityRepository<C> | null | undefined)?.context;
  if (typeof context?.store?.within === 'function') return context;
  throw new OptionsError('repository', 'The first argument is the repository to which the entity belongs.');
}

/** Begins a transaction: writes of several entities of one partition, all or none. */
export function transaction(): Transaction {
  return new Transaction();
}
