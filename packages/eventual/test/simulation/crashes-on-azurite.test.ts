import { createDefaultHttpClient } from '@azure/core-rest-pipeline';
import { sweep } from '@tablewright/eventual';
import { type EmbeddedStorage, embeddedStorage } from '@tablewright/testing';
import { type CrashCase, enumerateCrashes, type SimulatedStorage } from '@tablewright/testing/simulation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProgram, workerOf } from '../support/actors.js';
import { checkSettled, rowsOfTable } from '../support/check-rows.js';
import { jones, smith, WRITES } from '../support/writes.js';

interface Place extends SimulatedStorage {
  readonly connectionString: string;
  readonly staff: string;
  readonly queue: string;
  readonly registry: string;
}

let azurite: EmbeddedStorage;
beforeAll(async () => {
  azurite = await embeddedStorage({ services: ['table', 'queue'] });
});
afterAll(() => azurite.close());

const place = (): Place => ({
  service: createDefaultHttpClient(),
  connectionString: azurite.connectionString,
  staff: azurite.uniqueName('Staff'),
  queue: azurite.uniqueName.lower('outbox'),
  registry: azurite.uniqueName('Registry'),
});

/** Time is real here: nobody waits for hints, the sweep goes by the registry. */
const caseOf = (write: (typeof WRITES)[string]): CrashCase<Place> => ({
  storage: place,
  async prepare(context, storage) {
    const { employees } = openProgram(storage, context, optionsOf(storage));
    await employees.insert(jones);
    await employees.insert(smith);
  },
  run: (context, storage) => write(openProgram(storage, context, optionsOf(storage))),
  async recover(context, storage) {
    const program = openProgram(storage, context, optionsOf(storage));
    await workerOf(program).drain();
    const { failures } = await sweep(program.outbox, { repositories: [program.employees], olderThan: 0 });
    expect(failures).toEqual([]);
  },
  check: async (_, { staff }) => checkSettled(await rowsOfTable(azurite.rawTable(staff))),
});

const optionsOf = ({ queue, registry }: Place) => ({ queue, registry });

describe('on Azurite, killed at every request', () => {
  it.each(Object.entries(WRITES))('%s', async (_, write) => {
    const report = await enumerateCrashes(caseOf(write));
    expect(report.points).toBe(2 * report.requests);
    expect(report.requests).toBeGreaterThan(2);
  });
});
