import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Pattern, type RawRow, Repository, transaction } from '@tablewright/core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Member, member } from './support.js';

const storage = useStorage();
const COUNT = 60;
let rows: WeakRef<RawRow>[] = [];

/** Sees every row that is decoded, and keeps none. */
const watched: Pattern = {
  name: 'Watched',
  define: () => ({
    stage: {
      encode: async (row) => row,
      decode: async (raw) => {
        rows.push(new WeakRef(raw));
        return raw;
      },
    },
  }),
};

class Members extends Repository(Member).with(watched) {}
let members: Members;

beforeAll(async () => {
  members = new Members(storage.store(), { table: storage.emulator.uniqueName('Kept') });
  const all = transaction();
  for (let i = 0; i < COUNT; i++) all.insert(members, member('a', 1, `n${i}`));
  await all.commit();
});

beforeEach(() => {
  rows = [];
});

/** How many of the rows are still held by something. */
async function held(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What a WeakRef gave is held until the turn is over.
  await new Promise(setImmediate);
  collect();
  return rows.filter((row) => row.deref() !== undefined).length;
}

const team = () => members.query({ team: 'a', level: 1 });

describe('rows that were read', () => {
  it('are held by the entities that were loaded from them', async () => {
    const found = await team().all();
    expect(await held()).toBe(COUNT);
    expect(found).toHaveLength(COUNT);
  });

  it('are held by nobody once they are entities that will not be written', async () => {
    const found = await team().readonly().all();
    expect(rows).toHaveLength(COUNT);
    expect(await held()).toBe(0);
    expect(found).toHaveLength(COUNT);
  });

  it('are let go while the consumer is busy with the last of them', async () => {
    const iterator = team().readonly().iterate();
    for (let i = 0; i < COUNT; i++) await iterator.next();
    expect(rows).toHaveLength(COUNT);
    expect(await held()).toBeLessThanOrEqual(1);
    await iterator.return!();
  });
});
