/** What can be wrong with something that is derived. */
export type FindingKind =
  /** An entity lacks a row that is derived from it. */
  | 'missing'
  /** A derived row is there, but does not say what it should. */
  | 'stale'
  /** A derived row that no entity accounts for. */
  | 'stray'
  /**
   * A row that begins like derived ones, but names no entity that it could belong to: probably another program
   * keeps it there. It is never deleted.
   */
  | 'foreign'
  /** Two living entities claim one unique row. Only their owner can decide: it is never mended. */
  | 'conflict'
  /** A stored entity of a newer version, or with values that its class cannot read: nothing is known of its rows. */
  | 'unreadable'
  /** Others changed the rows each time they were looked at. Look again when it is quieter. */
  | 'unsettled';

/** One thing that is wrong, by its keys as they are stored. */
export interface Finding {
  readonly kind: FindingKind;
  readonly derivation: string;
  readonly partitionKey: string;
  /** The derived row. Of an entity that is unreadable, or holds a stale copy: its own row. */
  readonly rowKey: string;
  /** The table of the derived row, where it is not the entity's own. */
  readonly table?: string;
  /** The PartitionKey of the entity, where it is not that of the derived row. */
  readonly primaryPartition?: string;
  /** The RowKey of the entity from which the row is, or should be, derived. Left out where nobody knows. */
  readonly primary?: string;
  /** Of a conflict: the RowKey of the entity that has the row. */
  readonly holder?: string;
}

/** How many there are of each kind. */
export type FindingCounts = Readonly<Record<FindingKind, number>>;

export function noFindings(): Record<FindingKind, number> {
  return { missing: 0, stale: 0, stray: 0, foreign: 0, conflict: 0, unreadable: 0, unsettled: 0 };
}

export function total(counts: FindingCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
