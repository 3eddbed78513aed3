import type { ScheduleReport } from '../schedules/report.js';
import { runSchedules } from '../schedules/run-schedules.js';
import { loadScenarios } from './load-scenarios.js';

/** A range of schedules, for one of the processes that share the work. */
export interface Chunk {
  readonly scenario: string;
  readonly seed: number;
  readonly from: number;
  readonly count: number;
}

/** What such a process says of it. */
export type ChunkResult = { readonly report: ScheduleReport } | { readonly failure: string };

const scenarios = await loadScenarios(process.argv.slice(2));

process.on('message', async ({ scenario, ...range }: Chunk) => {
  let result: ChunkResult;
  try {
    result = { report: await runSchedules(scenarios.get(scenario)!, range) };
  } catch (error) {
    result = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send!(result);
});
process.send!('ready');
