import type { EntityCodec } from '../../../codec/index.js';
import type { AccessPath } from '../access-path.js';
import type { Condition } from '../condition.js';
import type { AccessKind } from '../query-plan.js';
import { type CutRange, hull, onlyKey } from '../ranges/cut-range.js';
import { type KeyRegion, keyRegion } from '../ranges/key-region.js';
import type { Branch } from './distribute.js';

/** One stretch of a path's rows, and what is still asked of each of them. */
export interface Piece {
  readonly partition: CutRange;
  /** Of row keys. Where the partition is not a single one, in each partition. */
  readonly range: CutRange;
  readonly rest: readonly Condition[];
  readonly access: Exclude<AccessKind, 'none'>;
  /** How many key variables narrow it: two for an equality, one for a bound. */
  readonly narrowness: number;
  /** It may hold rows that its rest lets through and the query does not. */
  readonly loose: boolean;
}

/** The pieces of a path that hold the rows of a branch; none if no row can satisfy it. */
export function piecesOf(codec: EntityCodec, path: AccessPath, branch: Branch): Piece[] {
  const partition = keyRegion(codec, path.partition, branch, path.each);
  const row = keyRegion(codec, path.row, branch, path.each);
  if (partition.ranges.length === 0 || row.ranges.length === 0) return [];
  const rest = branch.filter((part) => !partition.decided.has(part) && !row.decided.has(part));
  const shared = { rest, narrowness: narrowness(partition) + narrowness(row), loose: false };
  if (partition.key === undefined) {
    const [partitions, range] = [partition.ranges.reduce(hull), row.ranges.reduce(hull)];
    return [{ ...shared, partition: partitions, range, access: 'table' }];
  }
  const access = row.key !== undefined ? 'point' : isNarrow(codec, path, row) ? 'range' : 'partition';
  return row.ranges.map((range) => ({ ...shared, partition: onlyKey(partition.key!), range, access }));
}

function narrowness({ equal, bounded }: KeyRegion): number {
  return 2 * equal.length + (bounded === undefined ? 0 : 1);
}

/**
 * Whether less than all rows of the kind in the partition are read. A partition that an index made for some
 * value holds nothing but what was asked for: listing it is what the index is for.
 */
function isNarrow(codec: EntityCodec, path: AccessPath, { equal, bounded }: KeyRegion): boolean {
  const given = new Set(path.partition.variables.map(({ name }) => name));
  if (bounded !== undefined || equal.some((name) => !given.has(name))) return true;
  const own = new Set(codec.model.partition.variables.map(({ name }) => name));
  return path.partition !== codec.model.partition && [...given].some((name) => !own.has(name));
}
