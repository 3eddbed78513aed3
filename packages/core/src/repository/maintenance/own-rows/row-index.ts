import type { OwnRows } from '../../../plan/index.js';
import { rowDigest } from '../rows/row-digest.js';
import type { Task } from '../task.js';
import type { PartitionRows } from '../walk/partition-rows.js';

/** How many derived rows of a partition are held at once, as a key and a digest each. */
const MOST_ROWS = 100_000;

/**
 * The derived rows that a partition has, to be claimed by its entities; those that nobody claims may be
 * strays. A partition with very many is done in several rounds, each for the keys that fall into one bucket:
 * that bounds the memory, needs no order of keys, and no read for each row.
 */
export class RowIndex {
  /** How many rounds it takes. */
  readonly buckets: number;
  readonly #bucket: number;
  readonly #rows: Map<string, string>;

  private constructor(bucket: number, buckets: number, rows: Map<string, string>) {
    this.#bucket = bucket;
    this.buckets = buckets;
    this.#rows = rows;
  }

  /** 1 request for each page of derived rows, unless the partition is held. The first round settles their number. */
  static async read(task: Task, partition: PartitionRows, bucket: number, rounds: number): Promise<RowIndex> {
    const rows = new Map<string, string>();
    let buckets = rounds;
    for (const { rowPrefix } of task.ownRows) {
      for await (const page of partition.rows(task, rowPrefix)) {
        for (const row of page) {
          if (bucketOf(row.rowKey, buckets) === bucket) rows.set(row.rowKey, rowDigest(row));
        }
        while (bucket === 0 && rows.size > MOST_ROWS) {
          buckets *= 2;
          for (const rowKey of rows.keys()) if (bucketOf(rowKey, buckets) !== 0) rows.delete(rowKey);
        }
      }
    }
    return new RowIndex(bucket, buckets, rows);
  }

  /** Whether a key belongs to this round. */
  covers(rowKey: string): boolean {
    return bucketOf(rowKey, this.buckets) === this.#bucket;
  }

  /** Says that an entity accounts for a row, and gives the row's digest if it is there. */
  claim(rowKey: string): string | undefined {
    const digest = this.#rows.get(rowKey);
    this.#rows.delete(rowKey);
    return digest;
  }

  /** The rows that nobody claimed. */
  unclaimed(): readonly string[] {
    return [...this.#rows.keys()];
  }
}

/** The derivation whose row it is: no two share a beginning. */
export function derivationOfRow({ ownRows }: Task, rowKey: string): OwnRows {
  return ownRows.find(({ rowPrefix }) => rowKey.startsWith(rowPrefix))!;
}

/** FNV-1a; `buckets` is a power of two. */
function bucketOf(rowKey: string, buckets: number): number {
  if (buckets === 1) return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < rowKey.length; at++) {
    hash = Math.imul(hash ^ rowKey.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & (buckets - 1);
}
