import { verify } from '@tablewright/core';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { person, Staff } from './staff.js';

const storage = useStorage();
const jones = { department: 'Sales', lastName: 'Jones' };
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

it('32 writers of one process take turns, and send no request in vain', async () => {
  const options = { table: storage.emulator.uniqueName('Turns') };
  const repositories = [new Staff(storage.store(), options), new Staff(storage.store(), options)];
  await repositories[0]!.insert(person(99));
  const { requests } = await storage.emulator.http.record(() =>
    Promise.all(upTo(32).map((id) => repositories[id % 2]!.insert(person(id)))),
  );
  expect(requests).toHaveLength(64);
  expect(await repositories[0]!.byLastName.keys(jones)).toHaveLength(33);
});

it('writers who do not know of each other lose no id', async () => {
  const table = storage.emulator.uniqueName('Rivals');
  const staff = new Staff(storage.store(), { table });
  await staff.insert(person(100));
  // Another process, by the official client: it adds ids of its own under the ETag that it read.
  const raw = storage.emulator.rawTable(table);
  const foreign = async (id: string) => {
    for (;;) {
      const row = await raw.getEntity<{ EmployeeIDs: string }>('Sales', 'lastname_Jones');
      const EmployeeIDs = JSON.stringify([...(JSON.parse(row.EmployeeIDs) as string[]), id].sort());
      const keys = { partitionKey: 'Sales', rowKey: 'lastname_Jones', EmployeeIDs };
      const done = await raw.updateEntity(keys, 'Replace', { etag: row.etag }).then(
        () => true,
        () => false,
      );
      if (done) return;
    }
  };
  await Promise.all(
    upTo(32).map((id) =>
      id % 4 === 0 ? foreign(String(id + 500).padStart(6, '0')) : staff.insert(person(id)),
    ),
  );
  const expected = upTo(32).map((id) => (id % 4 === 0 ? id + 500 : id));
  const keys = await staff.byLastName.keys(jones);
  expect(keys.map(({ id }) => id)).toEqual([...expected, 100].sort((a, b) => a - b));
});

it('who gives up waiting for a turn leaves the others theirs', async () => {
  const staff = new Staff(storage.store(), { table: storage.emulator.uniqueName('Leaving') });
  await staff.insert(person(50));
  const leaving = new AbortController();
  const writes = upTo(9).map((id) =>
    staff.insert(person(id), id % 3 === 0 ? { signal: leaving.signal } : {}),
  );
  leaving.abort();
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  const keys = await staff.byLastName.keys(jones);
  expect(keys.map(({ id }) => id)).toEqual([1, 2, 4, 5, 7, 8, 50]);
});

it('many values change at once, and no writer waits for another for ever', async () => {
  const staff = new Staff(storage.store(), { table: storage.emulator.uniqueName('Swaps') });
  await staff.bulk(upTo(16).map((id) => ({ insert: person(id, { lastName: id % 2 ? 'A' : 'B' }) })));
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      upTo(16).map((id) =>
        staff.modify({ department: 'Sales', id }, (one) => {
          one.lastName = one.lastName === 'A' ? 'B' : 'A';
        }),
      ),
    );
  }
  expect(await staff.byLastName.keys({ department: 'Sales', lastName: 'A' })).toHaveLength(8);
  expect(await verify(staff)).toMatchObject({ clean: true });
});
