import { emptyReport, joinReports, type ScheduleReport } from '../schedules/report.js';
import { chosenOf, loadScenarios } from './load-scenarios.js';
import type { CommandOptions } from './options.js';
import { Progress, summaryOf } from './progress.js';
import type { Chunk } from './shard.js';
import { Shards } from './shards.js';

/** Where the words go. */
export interface Output {
  /** Results: what a program may read. */
  print(line: string): void;
  /** How it is going. */
  tell(line: string): void;
}

/** So many schedules are handed out at a time: long enough to be worth it, short enough to see them go by. */
const CHUNK = 100;
/** Who has seen so many violations of one scenario has seen enough. */
const MAX_VIOLATIONS = 5;

/** Runs the scenarios one after the other, each on all processes: so many schedules in all. The number of violations. */
export async function runCommand(options: CommandOptions, { print, tell }: Output): Promise<number> {
  const { modules, patterns, schedules, seed, from, shards: count } = options;
  const names = chosenOf(await loadScenarios(modules), patterns);
  const shards = await Shards.start(count, modules);
  let ran = 0;
  let violations = 0;
  try {
    for (const { scenario, share } of sharesOf(schedules, names)) {
      const range = { scenario, seed, from, count: share };
      let report: ScheduleReport = emptyReport(scenario, seed, from);
      const progress = new Progress(range);
      await shards.run(chunksOf(range), (chunk, part) => {
        progress.add(chunk);
        report = joinReports(report, part);
        const line = progress.lineFor(report);
        if (line !== undefined) tell(line);
        return report.violations.length < MAX_VIOLATIONS;
      });
      for (const { message } of report.violations) print(`${message}\n`);
      print(summaryOf(report));
      ran += report.schedules;
      violations += report.violations.length;
    }
  } finally {
    shards.stop();
  }
  print(`schedules: ${ran}, violations: ${violations}, seed: ${seed}`);
  return violations;
}

/** As many of each scenario, or one less of the last ones. Those that nothing is left for are left out. */
function sharesOf(schedules: number, names: readonly string[]) {
  const least = Math.floor(schedules / names.length);
  const more = schedules % names.length;
  return names
    .map((scenario, index) => ({ scenario, share: least + Number(index < more) }))
    .filter(({ share }) => share > 0);
}

function* chunksOf({ from, count, ...rest }: Chunk): Generator<Chunk> {
  for (let start = from; start < from + count; start += CHUNK) {
    yield { ...rest, from: start, count: Math.min(CHUNK, from + count - start) };
  }
}
