import { OptionsError } from '../../errors/index.js';
import { SYSTEM_PREFIX } from '../../keys/index.js';
import { checkKeys, MAX_KEY_LENGTH } from '../../limits/index.js';
import { type AccessKind, type QueryPlan, ScanRefusedError, scanRows } from '../../plan/index.js';
import { nextKeyAfter } from '../../plan/query/ranges/next-after.js';
import type { BagContext } from './bag-context.js';

/** Which row keys, in the order of UTF-16 code units. What is given together must hold together. */
export interface RowKeyBounds {
  readonly startsWith?: string;
  /** At least this one. */
  readonly ge?: string;
  /** Before this one. */
  readonly lt?: string;
}

/** Which rows to list, by their keys as they are stored: of one partition, or of the whole table if that is asked for. */
export type KeyScope =
  | { readonly partitionKey: string; readonly rowKey?: RowKeyBounds; readonly scan?: never }
  | { readonly scan: 'table'; readonly rowKey?: RowKeyBounds; readonly partitionKey?: never };

/** What listing these rows means, as plain data. Bounds that contradict each other need no request. */
export function planOfScope({ store, table }: BagContext, entity: string, scope: KeyScope): QueryPlan {
  if (typeof scope !== 'object' || scope === null) throw unclear('scope', 'Rows are chosen by an object');
  const { partitionKey, scan, rowKey = {} } = scope;
  if (scan !== undefined && scan !== 'table') throw unclear('scan', "scan is 'table'");
  if ((partitionKey === undefined) === (scan === undefined)) throw refused(entity, table, scan !== undefined);
  if (partitionKey !== undefined) checkKeys(partitionKey, '', store.limits, entity);
  const { from, to } = boundsOf(rowKey);
  const within = { entity, table, ...(partitionKey !== undefined && { partitionKey }) };
  const parts = from < to ? [scanRows({ ...within, from, to })] : [];
  const bounded = from !== '' || to !== SYSTEM_PREFIX;
  const access = parts.length === 0 ? 'none' : scan ? 'table' : bounded ? 'range' : 'partition';
  const requests = { least: parts.length, ...(parts.length === 0 && { most: 0 }) };
  return {
    kind: 'query',
    entity,
    table,
    path: 'primary',
    access,
    parts,
    fetchPrimary: false,
    requests,
    transactions: requests,
    why: WHY[access],
  };
}

const WHY: Readonly<Record<Exclude<AccessKind, 'point'>, string>> = {
  none: 'No row key can be within these bounds, so nothing is sent.',
  table: 'All partitions are read, because the whole table was asked for.',
  range: 'A range of row keys in one partition is read.',
  partition: 'One partition is read from its beginning to its end.',
};

function boundsOf(rowKey: RowKeyBounds): { readonly from: string; readonly to: string } {
  if (typeof rowKey !== 'object' || rowKey === null || Array.isArray(rowKey)) {
    throw unclear('rowKey', 'rowKey is an object such as { startsWith } or { ge, lt }');
  }
  const unknown = Object.keys(rowKey).find((name) => !['startsWith', 'ge', 'lt'].includes(name));
  if (unknown !== undefined) throw unclear('rowKey', 'rowKey has startsWith, ge and lt, and nothing else');
  const prefix = textOf(rowKey.startsWith) ?? '';
  // The library's own rows come behind all others, and are nobody's data.
  const ends = [SYSTEM_PREFIX, nextKeyAfter(prefix), textOf(rowKey.lt)].filter((end) => end !== undefined);
  const starts = [prefix, textOf(rowKey.ge) ?? ''];
  // Arrays sort by UTF-16 code units, as the service does.
  return { from: starts.toSorted()[1]!, to: ends.toSorted()[0]! };
}

function textOf(bound: unknown): string | undefined {
  if (bound === undefined) return undefined;
  if (typeof bound === 'string' && bound.length <= MAX_KEY_LENGTH && bound.isWellFormed()) return bound;
  throw unclear(
    'rowKey',
    `The bounds of rowKey are well-formed text of at most ${MAX_KEY_LENGTH} characters`,
  );
}

function refused(entity: string, table: string, both: boolean): Error {
  if (both) return unclear('scan', 'scan and partitionKey contradict each other: give one of them');
  return new ScanRefusedError(
    `${entity}: without a partitionKey the whole table '${table}' would be read. Name the partition, or allow it with { scan: 'table' }.`,
    { entity, table, scan: 'table', missing: ['partitionKey'] },
  );
}

function unclear(option: string, message: string): OptionsError {
  return new OptionsError(option, `${message}.`);
}
