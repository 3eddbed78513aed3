import { TableStore } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import { embeddedStorage, referenceStorage } from '@tablewright/testing';
import { expect, it } from 'vitest';
import { Employees } from './support/staff.js';

it.each(['azurite', 'reference'])('works on %s', async (name) => {
  const storage =
    name === 'azurite' ? await embeddedStorage({ services: ['table', 'queue'] }) : referenceStorage();
  const store = TableStore.from(storage, {
    retry: { baseDelay: 1, maxDelay: 5 },
    ...('clock' in storage && { clock: storage.clock }),
  });
  const outbox = await QueueOutbox.from(store, storage, { observe: (e) => console.log(e) });
  const staff = new Employees(store, { outbox });
  const { requests, result } = await storage.http.record(() =>
    staff.insert({ department: 'Sales', id: 1, age: 30, email: 'a' }),
  );
  console.log(requests.map((r) => `${r.operation} ${r.status}`));
  const r2 = await storage.http.record(() =>
    staff.insert({ department: 'Sales', id: 2, age: 30, email: 'a' }),
  );
  console.log(r2.requests.map((r) => `${r.operation} ${r.status}`));
  const r3 = await storage.http.record(() => staff.update(result, { age: 31 }));
  console.log(r3.requests.map((r) => `${r.operation} ${r.status}`));
  const r4 = await storage.http.record(() => staff.update(result, { email: 'b' }));
  console.log(r4.requests.map((r) => `${r.operation} ${r.status}`));
  for await (const row of storage.rawTable('Staff').listEntities()) console.log(JSON.stringify(row));
  expect(await staff.byAge.query({ age: 31 }).scan('partition').all()).toMatchObject([{ email: 'b', id: 1 }]);
  expect(await staff.byAge.entities({ age: 30, department: 'Sales' }).all()).toMatchObject([
    { email: 'a', id: 2 },
  ]);
  await storage.close();
});
