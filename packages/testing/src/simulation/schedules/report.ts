import type { SimulationResult } from '../simulate.js';

/** Figures of one schedule that reports sum up. */
export interface Figures {
  readonly writers: number;
  readonly workers: number;
  readonly writes: number;
  readonly faults: number;
  readonly requests: number;
  readonly events: number;
}

/** What came of many schedules. Plain data: it travels between processes. */
export interface ScheduleReport {
  readonly scenario: string;
  readonly seed: number;
  /** The number of the first schedule. */
  readonly from: number;
  /** How many schedules ran, those with violations included. */
  readonly schedules: number;
  readonly violations: readonly { readonly number: number; readonly message: string }[];
  /** Draws that had less in them than is demanded. They were checked like the others, but are not counted. */
  readonly redrawn: number;
  /** Sums over the schedules without a violation. */
  readonly totals: Figures;
  /** The least that one schedule had. */
  readonly least: Figures;
  /** How often each fault fired. */
  readonly faults: Readonly<Record<string, number>>;
}

const none = (value: number): Figures => ({
  writers: value,
  workers: value,
  writes: value,
  faults: value,
  requests: value,
  events: value,
});

export function emptyReport(scenario: string, seed: number, from: number): ScheduleReport {
  const start = { schedules: 0, violations: [], redrawn: 0, faults: {} };
  return { scenario, seed, from, ...start, totals: none(0), least: none(Infinity) };
}

export function figuresOf({ roles, counts, faults, requests, events }: SimulationResult): Figures {
  return {
    writers: roles['writer'] ?? 0,
    workers: roles['worker'] ?? 0,
    writes: counts['writes'] ?? 0,
    faults: faults.length,
    requests,
    events,
  };
}

/** Both together. */
export function joinReports(one: ScheduleReport, other: ScheduleReport): ScheduleReport {
  const faults: Record<string, number> = { ...one.faults };
  for (const [name, count] of Object.entries(other.faults)) faults[name] = (faults[name] ?? 0) + count;
  return {
    scenario: one.scenario,
    seed: one.seed,
    from: Math.min(one.from, other.from),
    schedules: one.schedules + other.schedules,
    violations: [...one.violations, ...other.violations],
    redrawn: one.redrawn + other.redrawn,
    totals: combine(one.totals, other.totals, (a, b) => a + b),
    // Infinity does not survive as JSON.
    least: combine(one.least, other.least, (a, b) => Math.min(a ?? Infinity, b ?? Infinity)),
    faults,
  };
}

function combine(one: Figures, other: Figures, join: (a: number, b: number) => number): Figures {
  const names = Object.keys(none(0)) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, join(one[name], other[name])])) as unknown as Figures;
}
