import type { Columns, Row, StoredRow } from '../../edm/index.js';
import type { DerivationState } from '../query/index.js';
import type { Change, StoringChange } from './change.js';

/**
 * Everything that exists because a primary row exists. All functions are pure and work on the stored form of
 * rows, so that they can be run again at any time: to write, to verify, to repair, to rebuild.
 */
export type Derivation = OwnRows | Contributions | EmbeddedCopies;

interface Declared {
  /** Unique within a repository; what errors, plans and lifecycle functions call it. */
  readonly name: string;
  readonly state: DerivationState;
  /** Says what is derived. Another text is another derivation, and has to be built anew. */
  readonly fingerprint: string;
  /**
   * The columns that its functions look at, of the entity's own. Left out: perhaps all of them, so that the entity
   * has to fit one row.
   */
  readonly columns?: readonly string[];
}

/** Rows in the primary's partition that belong to one entity, such as index copies. */
export interface OwnRows extends Declared {
  readonly kind: 'ownRows';
  /** All its row keys begin with this text, and no others in the partition do. */
  readonly rowPrefix: string;
  /** Throws a KeyValueError or KeyTooLongError for values that no key holds: such a row is not written. */
  derive(primary: Row): readonly OwnRow[];
  /** The RowKey of the primary to which one of its rows belongs; `undefined` when the row does not tell. */
  sourceOf(row: Row): string | undefined;
}

export interface OwnRow {
  readonly row: Row;
  /** Only one entity may have this row: the one that inserts it. Otherwise its key holds the primary's key. */
  readonly unique?: boolean;
}

/** Rows in the primary's partition that many entities feed, such as counts and lists of ids. */
export interface Contributions extends Declared {
  readonly kind: 'contributions';
  readonly rowPrefix: string;
  contribute(primary: Row): readonly Contribution[];
  /** The shared row with a contribution put in. */
  put(shared: Row | undefined, contribution: Contribution): Row;
  /** The shared row with a contribution taken out; `undefined` when nothing is left of it. */
  take(shared: Row | undefined, contribution: Contribution): Row | undefined;
  /**
   * What `take` of some contributions and then `put` of others make of a row, at once. For rows that are costly to take
   * apart: a transaction may hold a hundred contributions, and a rebuild all of them.
   */
  change?(
    shared: Row | undefined,
    taken: readonly Contribution[],
    given: readonly Contribution[],
  ): Row | undefined;
  /**
   * The shared rows are those of other entities, which come and go by themselves: some of their columns are fed. `put`,
   * `take` and `change` get such a row and give it back with these columns. One that is not there is not made: to
   * contribute to it is refused.
   */
  readonly host?: HostRows;
}

/** Rows of another entity, with columns that contributions fill. Its own writers leave them alone: `KeptColumns`. */
export interface HostRows {
  /** What errors call such an entity. */
  readonly entity: string;
  readonly columns: readonly string[];
  /** Whether a row of the partition is one of them. */
  accepts(row: Row): boolean;
}

export interface Contribution {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** What is put into the shared row: plain data that JSON keeps. */
  readonly value: unknown;
}

/**
 * Columns of one row that are kept in others of the same partition. `found` are the rows as the transaction leaves
 * them: what was looked up, under all that it writes itself. A row that it deletes is not there.
 */
export interface EmbeddedCopies extends Declared {
  readonly kind: 'embeddedCopies';
  /**
   * The rows to look at before the change can be worked out: its sources, and those that refer to it. A change that
   * leaves the copies as they are needs none, unless it is to make them `anew`: its row is guarded by its own ETag.
   * Asked again with what was found, until it asks for nothing new: an index row may lead to others.
   */
  lookups(change: Change, found: FoundRows): readonly Lookup[];
  /**
   * The written row's own copies of its sources; a source that was used is held at its version. `undefined`: they
   * stay as they are.
   */
  embed(change: StoringChange, found: FoundRows): Embedded | undefined;
  /**
   * The rows that hold copies of the written row, with the columns that they get. They may be rows that the
   * transaction itself writes: then it is put into what it writes there.
   */
  spread(change: Change, found: FoundRows): readonly Spread[];
}

/** One row, or all rows from one key up to (not including) another. */
export type Lookup =
  | { readonly partitionKey: string; readonly rowKey: string }
  | { readonly partitionKey: string; readonly from: string; readonly to: string };

/** The rows that were found, by RowKey. */
export type FoundRows = ReadonlyMap<string, StoredRow>;

export interface Embedded {
  readonly columns: Columns;
  readonly types: Row['types'];
  /** Columns that the row must not have: there is nothing to copy. */
  readonly removed?: readonly string[];
  /** The sources whose columns were copied: they must not change meanwhile. */
  readonly sources: readonly StoredRow[];
}

export interface Spread {
  readonly row: StoredRow;
  readonly columns: Columns;
  readonly types: Row['types'];
  /** Columns that go away. */
  readonly removed?: readonly string[];
}
