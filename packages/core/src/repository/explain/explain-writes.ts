import {
  type Cost,
  type Lookup,
  type PointReadPlan,
  type ScanPlan,
  scanRows,
  type WritePlan,
} from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { pointRead } from '../point-read.js';
import { lookups, planWrites, type WorkedOut, workOut } from '../write/plan-writes.js';
import type { PreparedWrite } from '../write/prepared.js';
import { rowsToRead } from '../write/read-rows.js';
import { entityRead } from './entity-read.js';
import { type Explanation, explanation } from './explanation.js';

/** What committing some prepared writes would do. The same code makes the plan that is sent. */
export async function explainWrites(writes: readonly PreparedWrite[], atOnce = false): Promise<Explanation> {
  const reading = rowsToRead(writes).map(({ write }) => write);
  if (reading.length > 0) return explainReading(writes, reading);
  const work = await workOut(writes, new Map());
  const subject = subjectOf(writes);
  if (work.entities.length === 0) {
    return explanation({
      requests: { least: 0, most: 0 },
      why: `${subject}: nothing changed, so nothing is sent.`,
    });
  }
  const looked = lookups(work);
  const { context } = writes[0]!;
  if (looked.length > 0) {
    const reads = looked.map((lookup) => lookupPlan(context, lookup));
    return explanation({
      reads,
      open: ['rows that are looked up are changed under the ETags that are read'],
      requests: costOf(reads, 1),
      why: `${subject}: rows that others may hold or share are read first.`,
    });
  }
  const { plan: write } = planWrites(writes, work, undefined, atOnce);
  const requests = requestsOf(write);
  const { least = 0, most = least } = outboxCost(writes, work);
  return explanation({
    write,
    requests: { least: requests + least, most: requests + most },
    why: `${subject}: ${howWritten(write)}${most > 0 ? ' The outbox takes the rest of the requests.' : ''}`,
  });
}

/** What the outbox sends before and after the commit. */
export function outboxCost(writes: readonly PreparedWrite[], { entities }: WorkedOut): Partial<Cost> {
  const outbox = writes.find(({ context }) => context.outbox)?.context.outbox;
  const recorded = entities.flatMap(({ recorded, records }) => (recorded && records ? [recorded] : []));
  return recorded.length > 0 ? (outbox?.cost?.(recorded) ?? {}) : {};
}

/** With what is stored before it, and what goes after it. */
export function requestsOf({ before = [], after = [] }: WritePlan): number {
  return before.length + 1 + after.length;
}

function howWritten({ operations, before = [], after = [] }: WritePlan): string {
  const count = operations.length;
  if (before.length + after.length > 0) {
    return 'too much for one transaction, so that rows which nobody reads yet are stored first.';
  }
  return count === 1
    ? 'one row, one request.'
    : `${count} rows of one partition, in one entity group transaction.`;
}

function explainReading(writes: readonly PreparedWrite[], reading: readonly PreparedWrite[]): Explanation {
  const reads = reading.map(({ context, keys }) => entityRead(context, keys));
  const reasons = new Set(
    reading.map(({ readsBecause }) => readsBecause ?? 'several writes of one row become one'),
  );
  const derived = writes.flatMap(({ context: { patterns } }) =>
    [...patterns.derivations, ...patterns.deferred].map(({ name }) => name),
  );
  const open = [
    'the row is written under the ETag that is read',
    ...[...new Set(derived)].map((name) => `${name}: what is derived before and after decides its rows`),
  ];
  // Whether more has to be looked up is only known once the rows are there.
  const shares = writes.some(({ context: { model, patterns } }) =>
    patterns.derivations.some(
      ({ kind, state }) => kind !== 'ownRows' || state === 'building' || model.upgrades.size > 0,
    ),
  );
  const severalRows = writes.some(({ context }) => context.patterns.split);
  const leaves = writes.some(({ context }) => context.patterns.deferred.length > 0);
  const requests =
    shares || severalRows || leaves
      ? { least: reads.length }
      : { least: reads.length, most: reads.length + 1 };
  return explanation({
    reads,
    open,
    requests,
    why: `${subjectOf(writes)}: the stored row is read first, because ${[...reasons].join(', and ')}.`,
  });
}

function lookupPlan(context: RepositoryContext, lookup: Lookup): PointReadPlan | ScanPlan {
  if ('rowKey' in lookup) return pointRead(context, lookup);
  const { partitionKey, from, to } = lookup;
  return scanRows({ entity: context.model.name, table: context.table, partitionKey, from, to });
}

function costOf(reads: readonly (PointReadPlan | ScanPlan)[], more: number) {
  const least = reads.length + more;
  return reads.every(({ kind }) => kind === 'pointRead') ? { least, most: least } : { least };
}

function subjectOf(writes: readonly PreparedWrite[]): string {
  const named = writes.map(({ verb, context }) => `${verb} of ${context.model.name}`);
  return named.length > 3 ? `${named.slice(0, 3).join(', ')} and ${named.length - 3} more` : named.join(', ');
}
