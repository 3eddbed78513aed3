import { parseArgs } from 'node:util';

/** How long and how rough a soak is. */
export interface SoakOptions {
  readonly seconds: number;
  /** At least so many; the soak goes on until it has had them. */
  readonly kills: number;
  readonly writers: number;
  readonly workers: number;
  readonly seed: number;
  /** Whether the last worker waits for the hints that are hidden for up to a minute, or leaves them. */
  readonly drain: 'empty' | 'idle';
}

export const USAGE = `Usage: npm run soak -- [options]

Several processes write the same entities to one Azurite, workers carry out what follows, and all of them are
killed again and again. In the end nothing may be lost, nothing doubled, and every copy right.

  --seconds N   how long (130)
  --kills N     how many processes are killed, at least (60)
  --writers N   processes that write (3)
  --workers N   processes that carry out (3)
  --seed S      of what is written and who is killed (1); the moments are those of the machine
  --drain HOW   empty: wait until the queue is (default); idle: until no message is to be seen`;

/** Throws with words for the user. */
export function soakOptions(parameters: readonly string[]): SoakOptions {
  const text = { type: 'string' } as const;
  const options = { seconds: text, kills: text, writers: text, workers: text, seed: text, drain: text };
  const { values } = parseArgs({ args: [...parameters], options });
  const whole = (name: Exclude<keyof SoakOptions, 'drain'>, usual: number, least: number): number => {
    const given = values[name] ?? String(usual);
    if (/^\d{1,9}$/.test(given) && Number(given) >= least) return Number(given);
    throw new Error(`--${name} is a whole number, ${least} or more.`);
  };
  const { drain = 'empty' } = values;
  if (drain !== 'empty' && drain !== 'idle') throw new Error('--drain is empty or idle.');
  return {
    seconds: whole('seconds', 130, 1),
    kills: whole('kills', 60, 0),
    writers: whole('writers', 3, 1),
    workers: whole('workers', 3, 1),
    seed: whole('seed', 1, 0),
    drain,
  };
}
