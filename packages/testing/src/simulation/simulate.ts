import type { Actor, ActorContext } from './actor.js';
import { Engine } from './engine/engine.js';
import type { TraceEntry } from './engine/trace.js';
import { drawFaults, type FaultOptions } from './faults/plan.js';
import { Random, seedOf } from './random.js';
import { random } from './schedulers/random.js';
import { roundRobin } from './schedulers/round-robin.js';
import type { Scheduling } from './schedulers/scheduler.js';
import type { SimulatedStorage } from './storage.js';
import { ViolationError } from './violation.js';

/** Programs that run at the same time over one storage, and what must hold. */
export interface Simulated {
  /** A fresh one for each simulation. */
  readonly storage: SimulatedStorage;
  readonly actors: readonly Actor[];
  /** Runs when all actors have ended, without faults: a fresh worker that finishes what is left, say. */
  settle?(context: ActorContext): Promise<unknown>;
  /** Runs last, and throws if something is wrong. */
  check?(context: ActorContext): unknown;
  /** Runs after every event, and throws if something is wrong. It looks at `storage.service` directly. */
  invariant?(): void | Promise<void>;
}

/** How a simulation is to go. */
export interface SimulationOptions {
  /** The same seed gives the same simulation. */
  readonly seed: number;
  /** `random()` unless told. */
  readonly scheduler?: Scheduling;
  /** None unless told. */
  readonly faults?: FaultOptions;
  /** About how long it is: faults and changes of priority are spread over it. */
  readonly expected?: Partial<SimulationSize>;
  /** Milliseconds for which anything is held up at most while time passes for others; 30,000 unless told. */
  readonly longestDelay?: number;
  /** So many events are taken for a loop without end; 20,000 unless told. */
  readonly maxEvents?: number;
  /** How to see it again, for the message of a violation. */
  readonly replay?: string;
}

export interface SimulationSize {
  readonly events: number;
  readonly requests: number;
}

/** What came of a simulation in which nothing was wrong. */
export interface SimulationResult extends SimulationSize {
  readonly seed: number;
  readonly scheduler: string;
  /** How many actors there were of each role. */
  readonly roles: Readonly<Record<string, number>>;
  /** The names of the faults that fired. */
  readonly faults: readonly string[];
  /** What the actors counted. */
  readonly counts: Readonly<Record<string, number>>;
  readonly trace: readonly TraceEntry[];
}

const USUAL_SIZE: SimulationSize = { events: 100, requests: 30 };

/**
 * Runs actors at the same time over one storage, in an order that the seed decides, with faults that the seed
 * decides. Throws a `ViolationError` with the whole story if an actor fails or something does not hold.
 *
 * @example
 * ```ts
 * await simulate({ storage, actors: [writer, writer, worker], check }, { seed: 1, faults: { atMost: 2 } });
 * ```
 */
export async function simulate(simulated: Simulated, options: SimulationOptions): Promise<SimulationResult> {
  const { storage, actors, settle, check, invariant } = simulated;
  const { seed, scheduler = random(), faults, longestDelay, maxEvents } = options;
  const expected = { ...USUAL_SIZE, ...options.expected };
  const engine = new Engine({
    seed,
    storage,
    longestDelay,
    maxEvents,
    clocksApart: faults?.clocksApart,
    invariant: invariant && (() => invariant.call(simulated)),
  });
  const { trace, tally } = engine;
  const schedulerOf = (scheduling: Scheduling, purpose: string) =>
    scheduling.start({ random: new Random(seedOf(seed, purpose)), events: expected.events });
  let size: SimulationSize = tally;
  try {
    await engine.run({
      actors,
      scheduler: schedulerOf(scheduler, 'scheduler'),
      ...(faults && {
        plan: drawFaults(faults, new Random(seedOf(seed, 'faults')), Math.max(expected.requests, 1)),
      }),
    });
    size = { events: tally.events, requests: tally.requests };
    const inOrder = schedulerOf(roundRobin(), 'end');
    const last = [
      settle && { role: 'settle', name: 'settle', run: settle.bind(simulated) },
      check && {
        role: 'check',
        name: 'check',
        run: async (context: ActorContext) => check.call(simulated, context),
      },
    ];
    for (const actor of last) if (actor) await engine.run({ actors: [actor], scheduler: inOrder });
  } catch (error) {
    const replay = options.replay ?? 'To see it again, simulate with this seed and this scheduler.';
    throw new ViolationError(error, { seed, scheduler: scheduler.name, replay }, trace.entries);
  }
  const roles: Record<string, number> = {};
  for (const { role } of actors) roles[role] = (roles[role] ?? 0) + 1;
  const { faults: fired, counts } = tally;
  return {
    seed,
    scheduler: scheduler.name,
    ...size,
    roles,
    faults: fired,
    counts,
    get trace() {
      return trace.entries;
    },
  };
}
