import type { StoredRow } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import { isKeyOf } from '../../keys/index.js';
import type { EntityClass } from '../../model/index.js';
import {
  type Contributions,
  type HostRows,
  nextKeyAfter,
  type OwnRows,
  type RowOperation,
  type ScanPlan,
  scanRows,
  withoutColumns,
} from '../../plan/index.js';
import type { DeferredDerivation } from '../patterns/index.js';
import type { EntityRepository } from '../repository.js';
import { derivationOf } from './choose-derivations.js';
import { DerivationStateError } from './errors.js';
import { MOST_LOOKS, pauseBeforeLook } from './look-again.js';
import { contextOf } from './maintained.js';
import { deletion } from './mend/operations.js';
import { sendMends } from './mend/send-mends.js';
import { type MaintenanceOptions, settingsOf } from './options.js';
import { sourceOf } from './own-rows/expected-rows.js';
import { RunLog } from './record/run-log.js';
import type { DropReport } from './report.js';
import { pagesOf, readRows } from './rows/read.js';
import { Tally } from './tally.js';
import { type Maintained, type Task, taskOf, upkeepTools } from './task.js';

/** What has rows to delete. */
type Droppable = OwnRows | Contributions;

/**
 * Deletes all rows of a derivation that is declared `dropping`: deploy that to every writer first, and take
 * the declaration away when the call has come to its end. One that was aborted is simply called again: what is
 * gone stays gone. Where columns of other entities are fed, they lose these columns and stay. A row that begins like these, but names no entity, is reported and stays.
 *
 * 3 requests, 1 for each page of derived rows, and 1 for every 100 of them in a partition. The service looks
 * at the whole table for them.
 *
 * @example
 * const { deleted } = await drop(employees, 'byEmail');
 */
export async function drop<C extends EntityClass>(
  repository: EntityRepository<C>,
  derivation: string,
  options?: MaintenanceOptions,
): Promise<DropReport> {
  const context = contextOf(repository);
  return context.store.within(options, async (scope, given) => {
    const settings = settingsOf(given);
    const chosen = derivationOf(context, derivation);
    const { name, state } = chosen;
    const { model } = context;
    if (state !== 'dropping') {
      const remedy = "Declare it 'dropping' for every writer first: they would write its rows again.";
      throw new DerivationStateError(model.name, name, state, remedy);
    }
    if (chosen.kind === 'embeddedCopies') {
      throw new OptionsError(
        'derivation',
        `'${name}' of ${model.name} keeps columns of the entities themselves, and has no rows to delete.`,
      );
    }
    const log = await RunLog.begin(context, chosen, 'drop', true, scope);
    const tally = new Tally(settings);
    const task = taskOf(context, [chosen], { settings, mending: true, tally }, scope);
    if (isElsewhere(chosen)) await chosen.upkeep?.drop(upkeepTools(task));
    else {
      for await (const page of pagesOf(task, rowsOf(task, chosen))) {
        await deleteRows(task, chosen, page);
        tally.progress();
      }
    }
    await log.end('complete', tally.counts(), scope);
    const { counts, findings } = tally.result([chosen]);
    return { derivation: name, deleted: tally.deleted, foreign: counts.foreign, findings };
  });
}

function isElsewhere(derivation: Maintained): derivation is DeferredDerivation {
  return derivation.kind === 'deferred' || derivation.kind === 'handoff';
}

/** Shared rows are told by their keys alone; which entity a row names, any of its columns may say. */
function rowsOf({ context: { model, table } }: Task, derivation: Droppable): ScanPlan {
  const { rowPrefix: from } = derivation;
  const range = { entity: model.name, table, from, to: nextKeyAfter(from) };
  const byKey = derivation.kind === 'contributions' && !derivation.host;
  return scanRows(byKey ? { ...range, select: ['PartitionKey', 'RowKey', 'Timestamp'] } : range);
}

/** Rows of other entities' partitions may begin like these, and stay. */
async function deleteRows(task: Task, derivation: Droppable, page: readonly StoredRow[]): Promise<void> {
  const { model } = task.context;
  const partitions = new Map<string, StoredRow[]>();
  for (const row of page) {
    const rows = partitions.get(row.partitionKey);
    if (rows) rows.push(row);
    else partitions.set(row.partitionKey, [row]);
  }
  for (const [partitionKey, rows] of partitions) {
    if (isKeyOf(model.partition, partitionKey)) await deleteAll(task, derivation, partitionKey, rows);
  }
}

async function deleteAll(
  task: Task,
  derivation: Droppable,
  partitionKey: string,
  rows: readonly StoredRow[],
): Promise<void> {
  let open = rows;
  for (let look = 1; open.length > 0; look++) {
    const own = await withoutForeign(task, derivation, open);
    // Under its ETag: by now the key may be that of a row which somebody else put there.
    const mends = own.map((row) => ({ row, operations: [removal(derivation, row)] }));
    const { sent, refused } = await sendMends(task, mends);
    task.tally.deleted += sent.length;
    if (refused.length === 0) return;
    if (look > 1) await pauseBeforeLook(task, Math.min(look, MOST_LOOKS));
    // Writers take rows away, too; those that are still there are tried again.
    const keys = refused.map(({ row }) => row.rowKey);
    open = [...(await readRows(task, partitionKey, keys)).values()];
  }
}

/** The row goes; of an entity's row only what was fed. */
function removal(derivation: Droppable, row: StoredRow): RowOperation {
  const host = hostOf(derivation);
  if (!host) return deletion(row, row.etag);
  return { kind: 'replace', row: withoutColumns(row, host.columns), ifMatch: row.etag };
}

function hostOf(derivation: Droppable): HostRows | undefined {
  return derivation.kind === 'contributions' ? derivation.host : undefined;
}

/** The rows that the library wrote; the others are reported. */
async function withoutForeign(
  task: Task,
  derivation: Droppable,
  rows: readonly StoredRow[],
): Promise<readonly StoredRow[]> {
  const host = hostOf(derivation);
  if (host) {
    const isFed = ({ columns }: StoredRow) => host.columns.some((name) => columns[name] !== undefined);
    return rows.filter((row) => host.accepts(row) && isFed(row));
  }
  if (derivation.kind !== 'ownRows') return rows;
  const own: StoredRow[] = [];
  for (const row of rows) {
    const { partitionKey, rowKey } = row;
    if (sourceOf(task, derivation, row) !== undefined) own.push(row);
    else await task.tally.report({ kind: 'foreign', derivation: derivation.name, partitionKey, rowKey });
  }
  return own;
}
