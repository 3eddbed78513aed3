import { createDefaultHttpClient } from '@azure/core-rest-pipeline';
import { TableClient } from '@azure/data-tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedStorage, embeddedStorage, referenceStorage } from '../../src/index.js';
import { type ActorContext, type CrashCase, enumerateCrashes } from '../../src/simulation/index.js';
import { Cells, cellClient } from './support/cells.js';

/** A copy that must follow: with a note about it that the recovery works off, or without. */
const copying = (noted: boolean): CrashCase<Cells> => ({
  storage: () => new Cells(),
  prepare: ({ httpClient }) =>
    cellClient(httpClient)
      .write('primary', 'old')
      .then(() => cellClient(httpClient).write('copy', 'old')),
  async run({ httpClient }) {
    const cells = cellClient(httpClient);
    if (noted) await cells.write('note', 'copy');
    await cells.write('primary', 'new');
    await cells.write('copy', 'new');
    if (noted) await cells.write('note', '');
  },
  async recover({ httpClient, clock }) {
    const cells = cellClient(httpClient);
    await clock.sleep(1_000);
    if (!(await cells.read('note')).value) return;
    await cells.write('copy', (await cells.read('primary')).value!);
    await cells.write('note', '');
  },
  check(_, storage) {
    if (storage.value('copy') !== storage.value('primary')) throw new Error('the copy was left behind');
  },
});

describe('enumerateCrashes', () => {
  it('visits each request twice, and each of the recovery after it', async () => {
    expect(await enumerateCrashes(copying(true))).toEqual({ requests: 4, points: 8, pairs: 0 });
    // Nothing noted: 1 request. Noted: 4. Done: 1.
    const { pairs } = await enumerateCrashes({ ...copying(true), pairs: true });
    expect(pairs).toBe(2 * (1 + 6 * 4 + 1));
  });

  it('finds a dual write', async () => {
    await expect(enumerateCrashes(copying(false))).rejects.toThrow(
      /the copy was left behind\n.*\noperation killed at its request 1 \(applied, but not acknowledged\)\n(.*\n)*.*PUT primary \[killedAfter\]/,
    );
  });

  it('finds a recovery that cannot be interrupted', async () => {
    const hasty = copying(true);
    const recover = async ({ httpClient }: ActorContext) => {
      const cells = cellClient(httpClient);
      const { value } = await cells.read('note');
      await cells.write('note', '');
      if (value) await cells.write('copy', (await cells.read('primary')).value!);
    };
    await expect(enumerateCrashes({ ...hasty, recover })).resolves.toMatchObject({ points: 8 });
    await expect(enumerateCrashes({ ...hasty, recover, pairs: true })).rejects.toThrow(
      /operation killed at its request \d .*, recovery killed at its request 2 \(applied/,
    );
  });

  it('complains when there is nothing to interrupt', async () => {
    await expect(enumerateCrashes({ ...copying(true), run: async () => {} })).rejects.toThrow('no request');
  });
});

describe('on storage', () => {
  let azurite: EmbeddedStorage;
  beforeAll(async () => {
    azurite = await embeddedStorage({ services: ['table'] });
  });
  afterAll(() => azurite.close());

  const targets = {
    reference: () => {
      const storage = referenceStorage();
      return {
        service: storage.service,
        clock: storage.clock,
        connectionString: storage.connectionString,
        table: 'Rows',
      };
    },
    azurite: () => ({
      service: createDefaultHttpClient(),
      connectionString: azurite.connectionString,
      table: azurite.uniqueName('Rows'),
    }),
  };

  it.each(['reference', 'azurite'] as const)('%s: half of a change stays behind', async (name) => {
    const tableOf = (
      { httpClient }: ActorContext,
      { connectionString, table }: { connectionString: string; table: string },
    ) =>
      TableClient.fromConnectionString(connectionString, table, {
        httpClient,
        allowInsecureConnection: true,
        retryOptions: { maxRetries: 0 },
      });
    const stored = new Set<number>();
    const report = await enumerateCrashes({
      storage: targets[name],
      prepare: (context, storage) => tableOf(context, storage).createTable(),
      async run(context, storage) {
        const table = tableOf(context, storage);
        await table.createEntity({ partitionKey: 'p', rowKey: '1' });
        await context.clock.sleep(1);
        await table.createEntity({ partitionKey: 'p', rowKey: '2' });
      },
      async check(context, storage) {
        let rows = 0;
        for await (const _ of tableOf(context, storage).listEntities()) rows++;
        stored.add(rows);
      },
    });
    expect(report).toEqual({ requests: 2, points: 4, pairs: 0 });
    expect(stored).toEqual(new Set([0, 1, 2]));
  });
});
