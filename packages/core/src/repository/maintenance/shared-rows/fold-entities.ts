import type { Row, StoredRow } from '../../../edm/index.js';
import {
  type Contribution,
  type Contributions,
  changedRow,
  contributionsByRow,
  fedPart,
} from '../../../plan/index.js';
import { derivedFrom, isPrimary } from '../rows/primary.js';
import type { Task } from '../task.js';
import { type PartitionRows, primaryPrefix } from '../walk/partition-rows.js';
import { unfedRow } from './hosts.js';

/** What the shared rows of a partition should say. */
export interface Folded {
  readonly expected: ReadonlyMap<string, Row>;
  /** For each of them, one of the entities that feed it. */
  readonly witnesses: ReadonlyMap<string, StoredRow>;
  readonly unreadable: readonly StoredRow[];
  readonly scanned: number;
}

/** Puts in what each entity of a partition contributes. Holds the shared rows, and no more than a page of entities. */
export async function foldEntities(
  task: Task,
  partition: PartitionRows,
  derivation: Contributions,
): Promise<Folded> {
  const expected = new Map<string, Row>();
  const witnesses = new Map<string, StoredRow>();
  const unreadable: StoredRow[] = [];
  let scanned = 0;
  for await (const page of partition.rows(task, primaryPrefix(task))) {
    const given: Contribution[] = [];
    for (const primary of page) {
      if (!isPrimary(task.context, primary)) continue;
      scanned++;
      const contributions = derivedFrom(task.context, primary, (row) => derivation.contribute(row));
      if (!contributions) unreadable.push(primary);
      for (const contribution of contributions ?? []) {
        given.push(contribution);
        witnesses.set(contribution.rowKey, primary);
      }
    }
    for (const [rowKey, { given: put }] of contributionsByRow({ taken: [], given })) {
      const { partitionKey } = partition;
      const sofar = expected.get(rowKey) ?? unfedRow(derivation, { partitionKey, rowKey });
      expected.set(rowKey, changedRow(derivation, sofar, [], put)!);
    }
  }
  return { expected, witnesses, unreadable, scanned };
}

/** The shared rows as they are stored; of rows of other entities, what is fed. */
export async function sharedRowsOf(
  task: Task,
  partition: PartitionRows,
  { rowPrefix, host }: Contributions,
): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = new Map<string, StoredRow>();
  for await (const page of partition.rows(task, rowPrefix)) {
    for (const row of page) {
      if (!host) rows.set(row.rowKey, row);
      else if (host.accepts(row)) rows.set(row.rowKey, { ...row, ...fedPart(host, row) });
    }
  }
  return rows;
}
