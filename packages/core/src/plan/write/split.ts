import type { Columns, Row } from '../../edm/index.js';
import type { ServiceLimits } from '../../limits/index.js';
import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';

/** One of the rows that an entity is stored in. The first is its primary row. */
export interface RowPart {
  readonly rowKey: string;
  readonly etag: string;
  /** The entity's columns that it holds. */
  readonly columns: readonly string[];
  /** What else it holds: the split's marks. */
  readonly marks: Columns;
}

/** A row as it was read, whatever form its cells have. */
export interface PartRow {
  readonly rowKey: string;
  readonly etag: string;
  readonly cells: Readonly<Record<string, unknown>>;
}

/**
 * What the rows of one entity come to. `torn`: they do not belong together, because somebody writes them just now,
 * or because one of them is lost.
 */
export type Assembly<R extends PartRow> =
  | { readonly kind: 'whole'; readonly rows: readonly R[]; readonly strays: readonly R[] }
  | { readonly kind: 'torn' | 'absent'; readonly strays: readonly R[] };

/**
 * Stores the row of an entity as several rows, one behind the other: the primary row, and those that go on with
 * what it does not hold. All functions are pure.
 */
export interface RowSplit {
  /** What errors and findings call it. */
  readonly name: string;
  /** The RowKey in front of which the rows of an entity end. */
  endOf(rowKey: string): string;
  /** The primary row to which a further row belongs; `undefined` for any other row. */
  ownerOf(rowKey: string): string | undefined;
  /** Whether a primary row has further rows, as far as its own cells tell. */
  goesOn(cells: PartRow['cells']): boolean;
  /** Puts the rows of one entity in order. `rows` are all that lie from its RowKey to `endOf` it, in any order. */
  assemble<R extends PartRow>(rowKey: string, rows: readonly R[]): Assembly<R>;
  /** Columns that are not the entity's: they only say which rows belong together. */
  readonly marks: ReadonlySet<string>;
  /** Columns of the primary row that further rows repeat, so that filters find them, too. */
  readonly repeated: ReadonlySet<string>;
  /** What a change of the whole row does to the rows that it is stored in. */
  write(change: SplitChange, tools: SplitTools): SplitWrite;
  /**
   * What a stray row belongs to, by its RowKey: those of one set are removed together, `first` before all others.
   * Whoever writes a set makes sure of its first row when he commits.
   */
  setOf(rowKey: string): { readonly set: string; readonly first: string };
}

/** A change of the whole row; `parts` are the rows that it is stored in. */
export interface SplitChange extends Change {
  readonly parts: readonly RowPart[];
}

export interface SplitTools {
  readonly limits: ServiceLimits;
  /** The columns from which something is derived: the primary row holds them. */
  readonly feeding: ReadonlySet<string>;
  /** A fresh name. */
  newId(): string;
  /** The rows do not go into one transaction: only what makes them valid may be in it. */
  readonly apart: boolean;
}

/** The rows that a change writes. */
export interface SplitWrite {
  /** All in one transaction. */
  readonly operations: readonly RowOperation[];
  /** What must be stored before it, in any number of transactions: nobody reads it until then. */
  readonly before: readonly RowOperation[];
  /** What may go after it. */
  readonly after: readonly RowOperation[];
  /** The rows that there are then, in order. The ETag of one that was not written is known. */
  readonly parts: readonly PlannedPart[];
}

export interface PlannedPart {
  readonly rowKey: string;
  readonly columns: readonly string[];
  readonly marks: Columns;
  /** Left out where the transaction gives it another one. */
  readonly etag?: string;
}

/** A row that is stored as it is. */
export function isSplit(row: Row | undefined): row is Row & { readonly parts: readonly RowPart[] } {
  return row !== undefined && 'parts' in row && row.parts !== undefined;
}
