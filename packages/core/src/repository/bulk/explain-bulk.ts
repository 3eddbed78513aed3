import { OptionsError } from '../../errors/index.js';
import type { Cost, Findings, PointReadPlan, ScanPlan, WritePlan } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { entityRead } from '../explain/entity-read.js';
import { outboxCost, requestsOf } from '../explain/explain-writes.js';
import { type Explanation, explanation } from '../explain/explanation.js';
import { lookups } from '../write/plan-writes.js';
import type { Pending } from './pending.js';
import { openItem } from './prepare-item.js';
import { admit } from './run/admit.js';
import type { Lane } from './run/lane.js';
import { Lanes } from './run/lanes.js';
import { fit, workOf } from './send/fit.js';
import { type Worked, workedOut } from './send/work-out.js';

/** What a bulk run would send, as long as every transaction succeeds at once. */
export interface BulkExplanation extends Omit<Explanation, 'write' | 'reads'> {
  /** The stored rows that have to be read first. */
  readonly reads: readonly (PointReadPlan | ScanPlan)[];
  /** The transactions, each one request, and 1 for each that goes before or after it. Those that depend on what is read are only counted. */
  readonly writes: readonly WritePlan[];
}

const NOTHING_FOUND: Findings = { found: new Map(), missing: new Set(), owned: new Map(), inOrder: true };

/** Groups and cuts items as a run does, and sends nothing. A bad item is thrown as its own error. */
export async function explainBulk(
  context: RepositoryContext,
  items: Iterable<unknown>,
): Promise<BulkExplanation> {
  if (typeof items?.[Symbol.iterator] !== 'function') {
    throw new OptionsError('items', 'items is an array, or anything else to iterate over.');
  }
  const lanes = new Lanes();
  const reads: (PointReadPlan | ScanPlan)[] = [];
  const writes: WritePlan[] = [];
  let unknown = 0;
  let around = { least: 0, most: 0 };
  const drain = async (partly: boolean) => {
    for (let lane = lanes.next(partly); lane; lane = lanes.next(partly)) {
      const planned = await planNext(lane);
      reads.push(...planned.reads);
      const { least = 0, most = least } = planned.outbox ?? {};
      around = { least: around.least + least, most: around.most + most };
      if (planned.plan) writes.push(planned.plan);
      else if (planned.reads.length > 0 || planned.looks) unknown++;
      lanes.release(lane);
    }
  };
  let index = 0;
  for (const item of items) {
    lanes.add(admit(openItem(context, item), index++, item));
    await drain(false);
  }
  await drain(true);
  const own = reads.length + writes.reduce((sum, write) => sum + requestsOf(write), unknown);
  const least = own + around.least;
  const { open, requests, transactions, why } = explanation({
    open: unknown > 0 ? ['what is read decides the rows of some transactions, and how many there are'] : [],
    requests: unknown > 0 ? { least } : { least, most: own + around.most },
    why: `${index} items of ${context.model.name}: as few transactions as they fit into, each within one partition.`,
  });
  return { reads, writes, open, requests, transactions, why };
}

interface PlannedGroup {
  readonly reads: readonly (PointReadPlan | ScanPlan)[];
  readonly plan?: WritePlan;
  /** What is sent before and after it. */
  readonly outbox?: Partial<Cost>;
  /** Rows have to be looked up, so that the transaction is not known yet. */
  readonly looks?: boolean;
}

/** The next transaction of a lane. */
async function planNext(lane: Lane): Promise<PlannedGroup> {
  const group = lane.take();
  const conclude = (left: readonly Pending[], tried: number) =>
    lane.conclude({ verdicts: [], left, tried, kind: 'sent' });
  const reading = group.filter(({ write }) => write.readsBecause !== undefined);
  if (reading.length > 0) {
    conclude([], group.length);
    return { reads: reading.map(({ write }) => entityRead(write.context, write.keys)) };
  }
  const worked: Worked[] = [];
  for (const pending of group) {
    const change = await pending.write.change(undefined);
    if (!change) continue;
    const one = workedOut(pending, change, worked.length);
    if (lookups(workOf([one])).length > 0) {
      conclude([], group.length);
      return { reads: [], looks: true };
    }
    worked.push(one);
  }
  if (worked.length === 0) {
    conclude([], group.length);
    return { reads: [] };
  }
  const { part, plan, work } = fit(worked, NOTHING_FOUND, lane.size);
  conclude(
    worked.slice(part.length).map(({ pending }) => pending),
    part.length,
  );
  const writes = part.map(({ pending }) => pending.write);
  return { reads: [], plan, outbox: outboxCost(writes, work) };
}
