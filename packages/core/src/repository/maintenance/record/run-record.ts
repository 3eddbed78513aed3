import { emptyColumns, emptyTypes, type Row } from '../../../edm/index.js';
import { compileTemplate, SYSTEM_PREFIX } from '../../../keys/index.js';
import type { Earlier } from '../tally.js';

/**
 * What a table records about the last rebuild or drop of a derivation: one system row for each derivation.
 *
 * | Column | Type | Meaning |
 * |---|---|---|
 * | `PartitionKey` | | U+FFEE and `derivations` |
 * | `RowKey` | | U+FFEE, the entity's name, `_`, the derivation's name; both escaped like text in keys |
 * | `Operation` | String | `rebuild` or `drop` |
 * | `Outcome` | String | `running`, `complete`, or `incomplete` when findings were left |
 * | `Fingerprint` | String | of the derivation that was rebuilt |
 * | `Run` | String | the id of the call that wrote the row; another id means that another call took over |
 * | `StartedAt`, `UpdatedAt` | DateTime | of the first call, and of this row |
 * | `Position` | String | while running: the last PartitionKey that is done |
 * | `Counts` | String | JSON: `scanned`, `partitions`, `mended` and `left` by kind of finding |
 */
export interface RunRecord {
  readonly operation: 'rebuild' | 'drop';
  readonly outcome: 'running' | 'complete' | 'incomplete';
  readonly fingerprint: string;
  readonly run: string;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly position?: string;
  readonly counts: Earlier;
}

export const RECORDS_PARTITION = `${SYSTEM_PREFIX}derivations`;

const NAMES = compileTemplate('{entity}_{derivation}', () => 'text', 'row');

/** With which the RowKeys of an entity's records begin. */
export function recordPrefix(entity: string): string {
  return SYSTEM_PREFIX + NAMES.encodePrefix({ entity }, 1);
}

export function recordKey(entity: string, derivation: string): string {
  return SYSTEM_PREFIX + NAMES.encode({ entity, derivation });
}

export function rowOfRecord(rowKey: string, record: RunRecord): Row {
  const columns = Object.assign(emptyColumns(), {
    Operation: record.operation,
    Outcome: record.outcome,
    Fingerprint: record.fingerprint,
    Run: record.run,
    StartedAt: record.startedAt.toISOString(),
    UpdatedAt: record.updatedAt.toISOString(),
    Counts: JSON.stringify(record.counts),
    ...(record.position !== undefined && { Position: record.position }),
  });
  const types = emptyTypes();
  for (const column in columns) types[column] = column.endsWith('At') ? 'Edm.DateTime' : 'Edm.String';
  return { partitionKey: RECORDS_PARTITION, rowKey, columns, types };
}

/** `undefined` for a row that is no such record. */
export function recordOfRow({ columns }: Row): RunRecord | undefined {
  const { Operation, Outcome, Fingerprint, Run, StartedAt, UpdatedAt, Position, Counts } = columns;
  const counts = countsOf(Counts);
  const startedAt = new Date(String(StartedAt));
  const updatedAt = new Date(String(UpdatedAt));
  const sound =
    (Operation === 'rebuild' || Operation === 'drop') &&
    (Outcome === 'running' || Outcome === 'complete' || Outcome === 'incomplete') &&
    !Number.isNaN(startedAt.getTime() + updatedAt.getTime());
  if (!sound || !counts) return undefined;
  return {
    operation: Operation,
    outcome: Outcome,
    fingerprint: String(Fingerprint),
    run: String(Run),
    startedAt,
    updatedAt,
    counts,
    ...(typeof Position === 'string' && { position: Position }),
  };
}

function countsOf(text: unknown): Earlier | undefined {
  try {
    const counts = JSON.parse(String(text)) as Earlier | null;
    const numbers = [counts?.scanned, counts?.partitions].concat(
      Object.values(counts?.mended ?? {}),
      Object.values(counts?.left ?? {}),
    );
    return counts && numbers.every(Number.isSafeInteger) ? counts : undefined;
  } catch {
    return undefined;
  }
}
