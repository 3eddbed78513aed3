import { OptionsError } from '../../errors/index.js';
import { SYSTEM_PREFIX } from '../../keys/index.js';
import { checkKeys, MAX_KEY_LENGTH } from '../../limits/index.js';
import {
  type AccessKind,
  nextKeyAfter,
  type QueryPlan,
  ScanRefusedError,
  scanRows,
} from '../../plan/index.js';
import { entriesOf } from '../query/read-argument.js';
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
  const { partitionKey, scan, rowKey = {} } = membersOf<KeyScope>(scope, 'scope', SCOPE);
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
  const { startsWith, ge, lt } = membersOf<RowKeyBounds>(rowKey, 'rowKey', BOUNDS);
  const prefix = textOf(startsWith) ?? '';
  // The library's own rows come behind all others, and are nobody's data.
  const ends = [SYSTEM_PREFIX, nextKeyAfter(prefix), textOf(lt)].filter((end) => end !== undefined);
  const starts = [prefix, textOf(ge) ?? ''];
  // Arrays sort by UTF-16 code units, as the service does.
  return { from: starts.toSorted()[1]!, to: ends.toSorted()[0]! };
}

const SCOPE: readonly string[] = ['partitionKey', 'rowKey', 'scan'];
const BOUNDS: readonly string[] = ['startsWith', 'ge', 'lt'];

/** Each member read once. A misspelled one is no small matter: without its bound, far more would be read. */
function membersOf<T extends object>(value: T, option: string, known: readonly string[]): Partial<T> {
  const entries = entriesOf(value, option);
  if (entries.some(([name]) => !known.includes(name))) {
    throw unclear(option, `${option} has ${known.join(', ')}, and nothing else`);
  }
  return Object.fromEntries(entries) as Partial<T>;
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
