import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random, seedOf } from '@tablewright/testing/simulation';
import { type Checked, check } from './check/check.js';
import { countIntents, readMessages, readStored } from './check/stored.js';
import { readJournals } from './journal.js';
import type { SoakOptions } from './options.js';
import { GROUPS, TALLIES_PER_GROUP } from './places.js';
import { openProgram, openStore } from './program.js';
import { settle } from './settle.js';
import { Supervisor, startProcess } from './supervisor.js';
import { looksOf } from './writes/looks.js';

export interface SoakReport extends Checked {
  readonly seconds: number;
  readonly kills: number;
  readonly writes: number;
  /** Whatever else is not as it should be. */
  readonly problems: readonly string[];
}

const PROGRESS_MS = 5_000;
/** What is broken everywhere need not be seen to the end. */
const MOST_CRASHES = 5;

export async function soak(options: SoakOptions, say: (line: string) => void): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const azurite = startProcess('azurite');
  try {
    const [connectionString] = (await once(azurite, 'message')) as [string];
    await makeTallies(connectionString, options.seed);
    const { seconds, supervisor } = await rough(options, connectionString, folder, say);
    const report = await judge(options, connectionString, folder, seconds, supervisor, say);
    if (wrongIn(report).length > 0) say(`the journals are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
    return report;
  } finally {
    azurite.kill();
  }
}

export function wrongIn({ lost, doubled, copies, problems }: SoakReport): readonly string[] {
  return [...lost, ...doubled, ...copies, ...problems];
}

async function makeTallies(connectionString: string, seed: number): Promise<void> {
  const { items } = openProgram(openStore(connectionString), connectionString);
  const chances = new Random(seedOf(seed, 'tallies'));
  for (const group of GROUPS) {
    for (let id = 1; id <= TALLIES_PER_GROUP; id++) {
      await items.insert({ group, id, label: 'one', count: 0, ledger: '', ...looksOf(chances) });
    }
  }
}

/** The soak itself: writes and kills, for as long as was asked for. */
async function rough(
  { seconds, kills, writers, workers, seed }: SoakOptions,
  connectionString: string,
  folder: string,
  say: (line: string) => void,
) {
  const chances = new Random(seedOf(seed, 'kills'));
  const began = performance.now();
  const gone = () => performance.now() - began;
  const supervisor = new Supervisor(
    { writer: writers, worker: workers, sweeper: 1 },
    { connectionString, seed, folder },
    chances,
  );
  // A little faster than needed: nobody may be at work at the moment.
  const pause = (seconds * 1_000) / (kills * 1.2 + 1);
  let told = 0;
  try {
    const enough = () => gone() >= seconds * 1_000 && supervisor.killed >= kills;
    while (!enough() && supervisor.crashes.length < MOST_CRASHES) {
      await sleep(pause * (0.2 + 1.6 * chances.next()));
      if (kills > 0) await supervisor.kill();
      if (gone() - told < PROGRESS_MS) continue;
      told = gone();
      say(await progressOf(connectionString, folder, told, supervisor));
    }
    await supervisor.stop('writer');
    await supervisor.stop('worker');
    await supervisor.stop('sweeper');
  } finally {
    supervisor.killAll();
  }
  return { seconds: Math.round(gone() / 1_000), supervisor };
}

async function progressOf(
  connectionString: string,
  folder: string,
  ms: number,
  { killed, kills }: Supervisor,
): Promise<string> {
  const { hints, poison } = await readMessages(connectionString);
  const { writer, worker, sweeper } = kills;
  return [
    `${Math.round(ms / 1_000)} s`,
    `kills: ${killed} (writers ${writer}, workers ${worker}, sweepers ${sweeper})`,
    `writes: ${writesIn(folder)}`,
    `intents open: ${await countIntents(connectionString)}`,
    `hints: ${hints}`,
    `poison: ${poison.length}`,
  ].join(', ');
}

function writesIn(folder: string): number {
  return readJournals(folder).filter(({ ended }) => ended === 'done').length;
}

async function judge(
  { drain }: SoakOptions,
  connectionString: string,
  folder: string,
  seconds: number,
  { killed, crashes }: Supervisor,
  say: (line: string) => void,
): Promise<SoakReport> {
  say(`${outcomesOf(folder)}; settling`);
  const { overlooked, swept, failures, findings } = await settle(connectionString, drain);
  const { hints, poison } = await readMessages(connectionString);
  const checked = check(await readStored(connectionString), readJournals(folder));
  say(`settled: ${swept} operations swept in the end, hints left: ${hints}, poison: ${poison.length}`);
  const problems = [
    ...crashes,
    ...overlooked.map((intent) => `no worker found ${intent}`),
    ...failures.map((failure) => `a sweep failed: ${JSON.stringify(failure)}`),
    ...findings.map((finding) => `verify: ${JSON.stringify(finding)}`),
    ...poison.map((message) => `poison: ${message}`),
    // Otherwise those that were hidden may have come to light meanwhile.
    ...(drain === 'empty' && hints > 0 ? [`${hints} hints are left`] : []),
  ];
  return { ...checked, seconds, kills: killed, writes: writesIn(folder), problems };
}

/** How the operations ended, for those who wonder whether much happened at all. */
function outcomesOf(folder: string): string {
  const counts = new Map<string, number>();
  for (const { ended, code } of readJournals(folder)) {
    const name = code === undefined ? ended : `${ended} ${code}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ');
}
