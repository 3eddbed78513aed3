import type { EntityKeys } from '../../codec/index.js';
import type { Columns, ColumnTypes, StoredRow } from '../../edm/index.js';
import type { Change, Cost, DerivationState, RowOperation } from '../../plan/index.js';
import type { CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import type { Finding } from '../maintenance/finding.js';

/**
 * A derivation that leaves the partition: it cannot be in the entity's own transaction. A `handoff` moves the
 * primary itself elsewhere.
 */
export interface DeferredDerivation {
  readonly kind: 'deferred' | 'handoff';
  readonly name: string;
  readonly state: DerivationState;
  readonly fingerprint: string;
  /** What has to be done because of this change, as plain data that JSON keeps; `undefined` for nothing. */
  intent(change: Change): unknown;
  /** How `verify`, `repair`, `rebuild` and `drop` deal with what it derives; without it, they leave it alone. */
  readonly upkeep?: Upkeep;
}

/** What maintenance asks of a derivation whose rows it cannot reach by itself. */
export interface Upkeep {
  /** Compares what follows from some entities with what is stored. */
  inspect(primaries: readonly StoredRow[], tools: UpkeepTools): Promise<void>;
  /** Looks for what follows from no entity; only for that of one partition where one is given. */
  inspectStrays(partitionKey: string | undefined, tools: UpkeepTools): Promise<void>;
  /** Deletes everything. */
  drop(tools: UpkeepTools): Promise<void>;
}

export interface UpkeepTools {
  readonly context: RepositoryContext;
  readonly scope: CallScope;
  /** Whether what is wrong is to be put right. */
  readonly mending: boolean;
  readonly concurrency: number;
  report(finding: Finding): Promise<void>;
  mended(kind: Finding['kind']): void;
  deleted(count: number): void;
}

/** Something to be done after the commit, recorded in the commit. */
export interface Intent extends EntityKeys {
  readonly entity: string;
  readonly table: string;
  readonly kind: DeferredDerivation['kind'];
  readonly derivation: string;
  readonly fingerprint: string;
  readonly data: unknown;
}

/** One entity's change, and what has to be done because of it. */
export interface Deferral {
  readonly context: RepositoryContext;
  readonly keys: EntityKeys;
  readonly change: Change;
  /** May be empty: then the row only keeps the marks that it has. */
  readonly intents: readonly Intent[];
}

/** What the transaction of a change holds besides. An outbox may put more on it, for its own use. */
export interface Recorded {
  /** Columns that the primary row gets. */
  readonly marks: { readonly columns: Columns; readonly types: ColumnTypes };
  /** Rows of the same partition. */
  readonly operations: readonly RowOperation[];
}

/**
 * Carries out what a transaction cannot reach. Core only knows this port; a repository with a deferred
 * pattern asks for one in its constructor.
 */
export interface Outbox {
  /** The account that it works for. Repositories of another one are refused, if it says so. */
  readonly store?: { readonly url: string };
  /** Called when a change has been worked out, and again when it has to be worked out anew. Sends nothing. */
  record(deferral: Deferral): Recorded;
  /** Called before the commit, if there are intents in it: whoever carries them out may be told. */
  announce(recorded: readonly Recorded[], scope: CallScope): Promise<Announced>;
  /** The requests that it makes before and after the commit when all goes well. */
  cost?(recorded: readonly Recorded[]): Cost;
}

export interface Announced {
  /** The transaction is not sent after so many milliseconds: whoever looks for it then, and finds nothing, gives it up. */
  readonly within?: number;
  /**
   * Called after the commit: may carry out the intents at once. What it throws does not undo the commit. `etagOf` has the
   * new ETag of a row that was recorded; `undefined` where the reply was lost, and the row was gone when it was looked for.
   */
  committed(scope: CallScope, etagOf: (rowKey: string) => string | undefined): Promise<void>;
  /** Called when the commit was refused. */
  abandoned(): Promise<void>;
  /** Called when nobody knows whether the commit stands: it may, or may come yet. */
  undecided?(): Promise<void>;
}

/** What the constructor of a repository with a deferred pattern asks for. */
export interface NeedsOutbox {
  readonly outbox: Outbox;
}
