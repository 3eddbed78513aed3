import { type Finding, verify } from '@tablewright/core';
import { sweep } from '@tablewright/eventual';
import { readStored } from './check/stored.js';
import { HINTED_GROUPS } from './places.js';
import { openProgram, openStore, workerOf } from './program.js';

export interface Settled {
  /** Intents that the workers should have found by their hints, and did not. */
  readonly overlooked: readonly string[];
  readonly swept: number;
  readonly failures: readonly unknown[];
  readonly findings: readonly Finding[];
}

/** What the operators of a service have running anyway: a worker, and now and then a sweep. */
export async function settle(connectionString: string, until: 'empty' | 'idle'): Promise<Settled> {
  const program = openProgram(openStore(connectionString), connectionString);
  const repositories = [program.items];
  await workerOf(program).drain({ until });
  // Where the last hint is gone, there is nothing left for the sweeper but what was written without one.
  const { intents } = await readStored(connectionString);
  const hinted = intents.filter(({ partition }) => (HINTED_GROUPS as readonly string[]).includes(partition));
  const { carriedOut, failures } = await sweep(program.outbox, { repositories, olderThan: 0 });
  await workerOf(program).drain();
  const { findings } = await verify(program.items);
  return {
    overlooked: until === 'empty' ? hinted.map(({ partition, row }) => `${partition} | ${row}`) : [],
    swept: carriedOut,
    failures,
    findings,
  };
}
