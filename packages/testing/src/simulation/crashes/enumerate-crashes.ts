import type { Actor, ActorContext } from '../actor.js';
import { Engine } from '../engine/engine.js';
import { Random } from '../random.js';
import { roundRobin } from '../schedulers/round-robin.js';
import type { SimulatedStorage } from '../storage.js';
import { ViolationError } from '../violation.js';
import { type CrashPoint, crashAt, pointsOf, sayPoint } from './crash-point.js';

/** Something that may be interrupted anywhere, and what must hold afterwards. */
export interface CrashCase<Storage extends SimulatedStorage> {
  /** Made anew for each point: `referenceStorage()`, or an emulator with tables of other names. */
  storage(): Storage | Promise<Storage>;
  /** What must be there before. */
  prepare?(context: ActorContext, storage: Storage): Promise<unknown>;
  /** The operation that is interrupted at each of its requests. */
  run(context: ActorContext, storage: Storage): Promise<unknown>;
  /** What the next process does: a fresh worker that finishes what is left, say. */
  recover?(context: ActorContext, storage: Storage): Promise<unknown>;
  /** Throws if something is wrong. */
  check(context: ActorContext, storage: Storage): unknown;
  /** Crashes at each request of the recovery as well, after each crash of the operation. */
  readonly pairs?: boolean;
}

/** How far the enumeration went. */
export interface CrashReport {
  /** Of the operation, when nothing interrupts it. */
  readonly requests: number;
  /** Points at which the operation was killed. */
  readonly points: number;
  /** Points of a recovery at which that was killed, too. */
  readonly pairs: number;
}

/**
 * Kills the process at each of its requests, once before the request is sent and once after it was applied, lets
 * the recovery run, and checks. Throws a `ViolationError` that names the point, and if there was none to visit.
 *
 * @example
 * ```ts
 * const { points } = await enumerateCrashes({ storage: referenceStorage, run, recover, check, pairs: true });
 * ```
 */
export async function enumerateCrashes<Storage extends SimulatedStorage>(
  crashCase: CrashCase<Storage>,
): Promise<CrashReport> {
  const { requests } = await visit(crashCase, []);
  if (requests === 0)
    throw new Error('enumerateCrashes: the operation sends no request: nothing to interrupt.');
  let pairs = 0;
  const points = pointsOf(requests);
  for (const point of points) {
    const single = await visit(crashCase, [point]);
    if (!crashCase.pairs) continue;
    for (const second of pointsOf(single.recoveryRequests)) {
      await visit(crashCase, [point, second]);
      pairs++;
    }
  }
  return { requests, points: points.length, pairs };
}

/** Runs the case with crashes at these points: of the operation, and of its recovery. */
async function visit<Storage extends SimulatedStorage>(
  { storage: open, prepare, run, recover, check }: CrashCase<Storage>,
  [first, second]: readonly CrashPoint[],
): Promise<{ readonly requests: number; readonly recoveryRequests: number }> {
  const storage = await open();
  const engine = new Engine({ seed: 1, storage });
  const { tally, trace } = engine;
  const phase = async (name: string, work: Actor['run'], point?: CrashPoint): Promise<number> => {
    const before = tally.requests;
    const scheduler = roundRobin().start({ random: new Random(1), events: 1 });
    const plan = point && crashAt(point, before);
    await engine.run({ actors: [{ role: name, name, run: work }], scheduler, ...(plan && { plan }) });
    if (point && !plan?.struck) throw new Error(`the ${name} had no request ${point.request + 1} this time`);
    return tally.requests - before;
  };
  try {
    if (prepare) await phase('preparation', (context) => prepare(context, storage));
    const requests = await phase('operation', (context) => run(context, storage), first);
    let recoveryRequests = 0;
    if (recover) {
      recoveryRequests = await phase('recovery', (context) => recover(context, storage), second);
      if (second) await phase('second recovery', (context) => recover(context, storage));
    }
    await phase('check', async (context) => check(context, storage));
    return { requests, recoveryRequests };
  } catch (error) {
    const where = [first && `operation ${sayPoint(first)}`, second && `recovery ${sayPoint(second)}`];
    const replay = where.filter(Boolean).join(', ') || 'without a crash';
    throw new ViolationError(error, { seed: 1, scheduler: 'roundRobin', replay }, trace.entries);
  }
}
