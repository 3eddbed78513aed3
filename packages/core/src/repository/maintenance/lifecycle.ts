import type { EntityClass } from '../../model/index.js';
import { type DerivationState, nextKeyAfter, scanRows } from '../../plan/index.js';
import type { CallOptions, CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import type { EntityRepository } from '../repository.js';
import { maintainedBy } from './choose-derivations.js';
import { type FindingCounts, noFindings } from './finding.js';
import { contextOf } from './maintained.js';
import {
  RECORDS_PARTITION,
  type RunRecord,
  recordKey,
  recordOfRow,
  recordPrefix,
} from './record/run-record.js';
import { pagesOf } from './rows/read.js';
import type { Maintained } from './task.js';

/** What is declared about a derivation, and what the table records about it. */
export interface DerivationStatus {
  readonly name: string;
  readonly kind: Maintained['kind'];
  readonly fingerprint: string;
  readonly state: DerivationState;
  /**
   * A rebuild of exactly this derivation came to its end, with nothing left over. One that was there before the
   * table's first row needs none, and has none.
   */
  readonly built: boolean;
  /** The last rebuild or drop, finished or not; left out when there was none. */
  readonly lastRun?: DerivationRun;
}

export interface DerivationRun {
  readonly operation: 'rebuild' | 'drop';
  /** `running` also when it was aborted, or its process died: the next call goes on from there. */
  readonly outcome: 'running' | 'complete' | 'incomplete';
  readonly fingerprint: string;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly scanned: number;
  readonly mended: FindingCounts;
  readonly left: FindingCounts;
}

/**
 * The state of each derivation of a repository: as declared, and as the table records it. 1 request.
 *
 * @example
 * for (const { name, state, built } of await lifecycle(employees)) console.log(name, state, built);
 */
export async function lifecycle<C extends EntityClass>(
  repository: EntityRepository<C>,
  options?: CallOptions,
): Promise<readonly DerivationStatus[]> {
  const context = contextOf(repository);
  return context.store.within(options, async (scope) => {
    const { model } = context;
    const records = await readRecords(context, scope);
    return maintainedBy(context).map((derivation) =>
      statusOf(derivation, records.get(recordKey(model.name, derivation.name))),
    );
  });
}

async function readRecords(
  context: RepositoryContext,
  scope: CallScope,
): Promise<ReadonlyMap<string, RunRecord>> {
  const { model, table } = context;
  const from = recordPrefix(model.name);
  const range = { partitionKey: RECORDS_PARTITION, from, to: nextKeyAfter(from) };
  const records = new Map<string, RunRecord>();
  const pages = pagesOf(
    { context, scope, pageSize: undefined },
    scanRows({ entity: model.name, table, ...range }),
  );
  for await (const page of pages) {
    for (const row of page) {
      const record = recordOfRow(row);
      if (record) records.set(row.rowKey, record);
    }
  }
  return records;
}

function statusOf(derivation: Maintained, record: RunRecord | undefined): DerivationStatus {
  const { name, kind, fingerprint, state } = derivation;
  const built =
    record?.operation === 'rebuild' && record.outcome === 'complete' && record.fingerprint === fingerprint;
  return { name, kind, fingerprint, state, built, ...(record && { lastRun: runOf(record) }) };
}

function runOf({ operation, outcome, fingerprint, startedAt, updatedAt, counts }: RunRecord): DerivationRun {
  const { scanned } = counts;
  const mended = { ...noFindings(), ...counts.mended };
  const left = { ...noFindings(), ...counts.left };
  return { operation, outcome, fingerprint, startedAt, updatedAt, scanned, mended, left };
}
