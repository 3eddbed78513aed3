import { Entity, Int32, key, Repository, Text, verify } from '@tablewright/core';
import { sweep } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { describe, expect, it } from 'vitest';
import { useStorage, workerFor } from '../support/storage.js';
import { userRows } from '../support/stored-rows.js';

const storage = useStorage();

@Entity({ table: 'Accounts' })
class Account {
  static readonly key = key({ partition: '{bank}', row: 'account_{id:03}' });
  @Text() bank!: string;
  @Int32() id!: number;
  @Text() owner!: string;
}

class Accounts extends Repository(Account).with(
  InterPartitionIndex({
    byOwner: { table: '{table}ByOwner', partition: 'owners', row: '{owner}', project: [] },
  }),
) {}

/** One repository for each of two tenants, with the same outbox. */
async function tenants(mode: 'inline' | 'worker') {
  const store = storage.store();
  const outbox = await storage.outbox(store, { mode });
  const [one, other] = [storage.emulator.uniqueName('One'), storage.emulator.uniqueName('Other')];
  return {
    outbox,
    names: [one, other],
    repositories: [
      new Accounts(store, { table: one, outbox }),
      new Accounts(store, { table: other, outbox }),
    ],
  } as const;
}

describe('an index whose table is named after that of the entities', () => {
  it.each(['inline', 'worker'] as const)(
    'keeps tenants apart whose entities have the same keys (%s)',
    async (mode) => {
      const { outbox, names, repositories } = await tenants(mode);
      const [one, other] = repositories;
      const account = { bank: 'North', id: 1, owner: 'Jones' };
      await one.insert(account);
      await other.insert(account);
      await workerFor(outbox, repositories).drain();
      const row = 'owners | Jones  North  account_001';
      for (const name of names) {
        expect(Object.keys(await userRows(storage.emulator, `${name}ByOwner`))).toEqual([row]);
      }
      await one.delete(account, { force: true });
      await workerFor(outbox, repositories).drain();
      expect(await userRows(storage.emulator, `${names[0]}ByOwner`)).toEqual({});
      expect(await one.byOwner.query({ owner: 'Jones' }).all()).toEqual([]);
      expect(await other.byOwner.entities({ owner: 'Jones' }).all()).toMatchObject([account]);
      for (const repository of repositories) {
        expect(await verify(repository)).toMatchObject({ findings: [] });
      }
      expect((await sweep(outbox, { repositories, olderThan: 0 })).intents).toBe(0);
    },
  );

  it('says in explain() which one that is', async () => {
    const { names, repositories } = await tenants('inline');
    expect(repositories[1].byOwner.query({ owner: 'Jones' }).explain().table).toBe(`${names[1]}ByOwner`);
    const scan = repositories[0].byOwner.query({} as never).all();
    await expect(scan).rejects.toMatchObject({ details: { table: `${names[0]}ByOwner` } });
  });

  it('is refused where that would be none, or that of the entities', async () => {
    const store = storage.store();
    const outbox = await storage.outbox(store);
    expect(() => new Accounts(store, { outbox, table: 'A'.repeat(60) })).toThrow('63 letters and digits');
    const declare = (table: string) =>
      Repository(Account).with(InterPartitionIndex({ byOwner: { table, partition: 'x', row: '{owner}' } }));
    expect(() => declare('{table}')).toThrow('names the table of the entities');
    expect(() => declare('{tables}X')).toThrow('table is the name of a table');
    expect(() => declare('7{table}')).toThrow('table is the name of a table');
    expect(() =>
      Repository(Account).with(
        InterPartitionIndex({
          a: { table: '{table}Index', partition: 'x', row: '{owner}' },
          b: { table: 'accountsINDEX', partition: 'y', row: '{owner}' },
        }),
      ),
    ).toThrow('cannot be told apart');
  });
});
