import type { Scheduling } from '../schedulers/scheduler.js';
import type { SimulationResult, SimulationSize } from '../simulate.js';
import { ViolationError } from '../violation.js';
import { emptyReport, figuresOf, joinReports, type ScheduleReport } from './report.js';
import { probe, runSchedule, type ScheduleId } from './run-schedule.js';
import type { Scenario } from './scenario.js';

/** Which schedules to run. */
export interface RunSchedulesOptions {
  /** How many. */
  readonly count: number;
  /** 1 unless told. The same seed and number give the same schedule. */
  readonly seed?: number;
  /** The number of the first one; 0 unless told. A run that was interrupted goes on from there. */
  readonly from?: number;
  /** Taken in turn; half `random()` and half `priorityChange()` of several depths unless told. */
  readonly schedulers?: readonly Scheduling[];
  /** Goes on after so many violations at most; 10 unless told. */
  readonly maxViolations?: number;
  /** Told after each schedule. */
  readonly onProgress?: (report: ScheduleReport) => void;
}

/**
 * Runs a scenario under many schedules, each a function of the seed and its number. Violations are in the report,
 * each with its story; whoever wants them thrown looks at `report.violations`.
 *
 * @example
 * ```ts
 * const { schedules, violations } = await runSchedules(transfers, { count: 1_000 });
 * ```
 */
export async function runSchedules(
  scenario: Scenario,
  { count, seed = 1, from = 0, schedulers, maxViolations = 10, onProgress }: RunSchedulesOptions,
): Promise<ScheduleReport> {
  if (!(count > 0)) throw new RangeError('runSchedules: count is the number of schedules, 1 or more.');
  let report = emptyReport(scenario.name, seed, from);
  const expected = await probe(scenario);
  for (let number = from; number < from + count; number++) {
    report = joinReports(report, await reportOf(scenario, { seed, number }, expected, schedulers));
    onProgress?.(report);
    if (report.violations.length >= maxViolations) break;
  }
  return report;
}

/**
 * One schedule again: what came of it, with its trace. Throws the `ViolationError` if there is one.
 *
 * @example
 * ```ts
 * const { trace } = await replay(transfers, { seed: 1, number: 4711 });
 * console.log(formatTrace(trace));
 * ```
 */
export async function replay(scenario: Scenario, id: ScheduleId): Promise<SimulationResult> {
  return (await runSchedule(scenario, id, await probe(scenario))).result;
}

async function reportOf(
  scenario: Scenario,
  id: ScheduleId,
  expected: SimulationSize | undefined,
  schedulers: readonly Scheduling[] | undefined,
): Promise<ScheduleReport> {
  const { seed, number } = id;
  const one = { ...emptyReport(scenario.name, seed, number), schedules: 1 };
  try {
    const { result, redrawn } = await runSchedule(scenario, id, expected, schedulers);
    const faults: Record<string, number> = {};
    for (const name of result.faults) faults[name] = (faults[name] ?? 0) + 1;
    const figures = figuresOf(result);
    return { ...one, redrawn, totals: figures, least: figures, faults };
  } catch (error) {
    return { ...one, violations: [violation(error, number)] };
  }
}

function violation(error: unknown, number: number) {
  if (error instanceof ViolationError) return { number, message: error.message };
  throw error;
}
