import type {
  MixedItem,
  MixedMember,
  MixedReader,
  MixedScope,
  MixedTableClass,
  RepositoryOptions,
  RowQuery,
  TableStore,
} from '@tablewright/core';
import { Dispatch, tableOf } from './dispatch.js';
import { DispatchedWrites } from './dispatched-writes.js';
import type { Member } from './member.js';
import type { ItemOf } from './types.js';

/** What a class of such repositories is made from. */
export interface HeterogeneousParts {
  readonly name: string;
  readonly members: readonly Member[];
  readonly table: string | undefined;
  readonly Mixed: MixedTableClass<readonly MixedMember[]>;
}

/**
 * Reads and writes entities of several classes that share a table, each with keys of its own. `of` is the repository of
 * one class, for reads and writes by key.
 */
export class HeterogeneousRepository<M extends readonly MixedMember[]> extends DispatchedWrites<M> {
  static readonly parts: HeterogeneousParts;
  readonly #mixed: MixedReader<M>;
  readonly #classes: readonly (abstract new (
    ...args: never[]
  ) => ItemOf<M>)[];

  constructor(store: TableStore, options: RepositoryOptions = {}) {
    const { name, members, table: declared, Mixed } = new.target.parts;
    const table = tableOf(name, declared, options);
    const dispatch = new Dispatch(name, members, store, { ...options, table });
    super(dispatch, { ...dispatch.repositories[0]!.context, memberOf: dispatch.contextOf });
    this.#mixed = new Mixed(store, { table }) as unknown as MixedReader<M>;
    this.#classes = members.map(({ entity }) => entity) as never;
  }

  /**
   * Entities of all classes in the order of their keys, each an instance of its class; rows of no class are left out.
   * 0 requests: when it is run, 1 for each page of 1,000 rows, of whatever class.
   * @example `const all = await staff.query({ partition: { department: 'Sales' } }).all();`
   */
  query(scope: MixedScope<M>): RowQuery<ItemOf<M>> {
    return this.rows(scope).only(...this.#classes) as RowQuery<ItemOf<M>>;
  }

  /** Like `query`, with rows of no class as property bags. 1 request for each page of 1,000 rows. */
  rows(scope: MixedScope<M>): RowQuery<MixedItem<M>> {
    return this.#mixed.query(scope);
  }
}
