import { TableClient, type TransactionAction } from '@azure/data-tables';
import { describe, expect, it } from 'vitest';
import { referenceStorage } from '../../src/index.js';
import { type Actor, type FaultName, faultKinds, simulate } from '../../src/simulation/index.js';

const row = (rowKey: string) => ({ partitionKey: 'p', rowKey });
const upsert: TransactionAction = ['upsert', row('1')];
const insert: TransactionAction = ['create', row('2')];
const guarded: TransactionAction = ['update', row('3'), 'Merge', { etag: 'W/"1"' }];
const unguarded: TransactionAction = ['update', row('3'), 'Merge', { etag: '*' }];

/** What a writer is told of a transaction, and how many rows there are then. */
async function sent(fault: FaultName, actions: TransactionAction[]) {
  const storage = referenceStorage();
  await storage.rawTable('Rows').createTable();
  await storage.rawTable('Rows').createEntity(row('3'));
  let told: unknown;
  const writer: Actor = {
    role: 'writer',
    async run({ httpClient }) {
      const options = { httpClient, allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
      const table = TableClient.fromConnectionString(storage.connectionString, 'Rows', options);
      told = await table.submitTransaction(actions).then(
        ({ status }) => status,
        ({ statusCode, message }) => `${statusCode} ${/^(\d+):/.exec(message)?.[1]}`,
      );
    },
  };
  const faults = { kinds: [faultKinds[fault]], atMost: 1 };
  await simulate({ storage, actors: [writer] }, { seed: 1, faults, expected: { requests: 1 } });
  return { told, rows: storage.snapshot().tables.get('Rows')!.length };
}

describe('a transaction that is refused', () => {
  it('for a conflict has an insert, which is to blame', async () => {
    expect(await sent('conflict', [upsert, insert])).toEqual({ told: '409 1', rows: 1 });
    expect(await sent('conflict', [upsert, unguarded])).toEqual({ told: 202, rows: 2 });
  });

  it('for its condition has one, which is to blame', async () => {
    expect(await sent('conditionFailed', [upsert, insert, guarded])).toEqual({ told: '412 2', rows: 1 });
    expect(await sent('conditionFailed', [upsert, insert, unguarded])).toEqual({ told: 202, rows: 3 });
  });
});
