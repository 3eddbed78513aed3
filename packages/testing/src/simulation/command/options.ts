import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface CommandOptions {
  /** Files of scenarios. */
  readonly modules: readonly string[];
  /** Names of scenarios; all of them if there is none. */
  readonly patterns: readonly string[];
  readonly schedules: number;
  readonly seed: number;
  readonly from: number;
  readonly shards: number;
}

export const USAGE = `Usage: tablewright-schedules <module.js ...> [options]

Runs the scenarios that the modules export, each under many schedules.

  --schedules N   how many schedules in all (1000); as many of each scenario
  --seed S        of all schedules together (1)
  --from K        the number of each scenario's first schedule (0): to go on, or to see one schedule again
  --pattern NAME  only this scenario; may be given several times
  --shards N      processes that share the work (2)`;

/** Throws with words for the user. */
export function commandOptions(parameters: readonly string[]): CommandOptions {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: { schedules: text, seed: text, from: text, shards: text, pattern: { ...text, multiple: true } },
  });
  const whole = (name: 'schedules' | 'seed' | 'from' | 'shards', usual: number, least: number): number => {
    const given = values[name];
    if (given === undefined) return usual;
    if (/^\d+$/.test(given) && Number(given) >= least && Number.isSafeInteger(Number(given)))
      return Number(given);
    throw new Error(`--${name} is a whole number, ${least} or more.`);
  };
  if (positionals.length === 0) throw new Error('Name at least one module with scenarios.');
  return {
    modules: positionals,
    patterns: values.pattern ?? [],
    schedules: whole('schedules', 1_000, 1),
    seed: whole('seed', 1, 0),
    from: whole('from', 0, 0),
    shards: whole('shards', 2, 1),
  };
}
