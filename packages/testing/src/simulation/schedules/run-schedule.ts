import type { FaultOptions } from '../faults/plan.js';
import { Random, seedOf } from '../random.js';
import { priorityChange } from '../schedulers/priority-change.js';
import { random } from '../schedulers/random.js';
import { roundRobin } from '../schedulers/round-robin.js';
import type { Scheduling } from '../schedulers/scheduler.js';
import { type SimulationResult, type SimulationSize, simulate } from '../simulate.js';
import { ViolationError } from '../violation.js';
import type { Scenario } from './scenario.js';

/** One after the other: half of them by chance, half by priorities. */
const SCHEDULERS: readonly Scheduling[] = [
  random(),
  priorityChange({ depth: 2 }),
  random(),
  priorityChange({ depth: 3 }),
  random(),
  priorityChange({ depth: 5 }),
];

/** Which schedule of a scenario. */
export interface ScheduleId {
  /** Of all schedules together. */
  readonly seed: number;
  /** Counted from 0. */
  readonly number: number;
}

/** A schedule in which too little went on is drawn anew, so often. */
const MOST_DRAWS = 20;

/**
 * How long a scenario is without faults and with actors that take turns. Unknown if it goes wrong even then: the
 * schedules will tell.
 */
export async function probe(scenario: Scenario): Promise<SimulationSize | undefined> {
  try {
    return await run(scenario, 0, roundRobin(), 'without faults');
  } catch (error) {
    if (error instanceof ViolationError) return undefined;
    throw error;
  }
}

/** Runs the schedule of that number. `redrawn`: how many draws had too little in them, and were not counted. */
export async function runSchedule(
  scenario: Scenario,
  { seed, number }: ScheduleId,
  expected: SimulationSize | undefined,
  schedulers: readonly Scheduling[] = SCHEDULERS,
): Promise<{ readonly result: SimulationResult; readonly redrawn: number }> {
  const scheduler = schedulers[number % schedulers.length]!;
  let result: SimulationResult | undefined;
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const which = `--pattern ${scenario.name} --seed ${seed} --from ${number} --schedules 1`;
    result = await run(
      scenario,
      seedOf(seed, number, draw),
      scheduler,
      which,
      scenario.faults ?? {},
      expected,
    );
    if (lacks(result, scenario).length === 0) return { result, redrawn: draw };
  }
  const missing = lacks(result!, scenario).join(', ');
  throw new Error(
    `${scenario.name}, schedule ${number} of seed ${seed}: none of ${MOST_DRAWS} draws had what is demanded (${missing}).`,
  );
}

async function run(
  scenario: Scenario,
  seed: number,
  scheduler: Scheduling,
  which: string,
  faults?: FaultOptions,
  expected?: SimulationSize,
): Promise<SimulationResult> {
  const { longestDelay, maxEvents } = scenario;
  return simulate(await scenario.build({ random: new Random(seedOf(seed, 'scenario')) }), {
    seed,
    scheduler,
    replay: `scenario: ${scenario.name}, schedule: ${which}`,
    ...(faults && { faults }),
    ...(expected && { expected }),
    ...(longestDelay !== undefined && { longestDelay }),
    ...(maxEvents !== undefined && { maxEvents }),
  });
}

function lacks({ roles, counts, faults }: SimulationResult, { demands = {} }: Scenario): string[] {
  const found = {
    writers: roles['writer'] ?? 0,
    workers: roles['worker'] ?? 0,
    writes: counts['writes'] ?? 0,
    faults: faults.length,
  };
  const demanded = { writers: 0, workers: 0, writes: 0, faults: 1, ...demands };
  return (Object.keys(found) as (keyof typeof found)[])
    .filter((what) => found[what] < demanded[what])
    .map((what) => `${what}: ${found[what]} of ${demanded[what]}`);
}
