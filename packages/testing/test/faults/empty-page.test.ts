import { type EmbeddedStorage, embeddedStorage, faults } from '@tablewright/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let storage: EmbeddedStorage;
let name: string;
const expected = Array.from({ length: 25 }, (_, i) => String(i).padStart(2, '0'));
beforeAll(async () => {
  storage = await embeddedStorage({ services: ['table'] });
  name = storage.uniqueName('Employees');
  const table = storage.rawTable(name);
  await table.createTable();
  for (const rowKey of expected) await table.createEntity({ partitionKey: 'Sales & co', rowKey });
});
afterAll(() => storage.close());
beforeEach(() => {
  storage.http.clear();
  storage.http.clearFaults();
});

const filter = "PartitionKey eq 'Sales & co'";

async function pages(maxPageSize: number): Promise<string[][]> {
  const result: string[][] = [];
  const query = storage.table(name).listEntities({ queryOptions: { filter } });
  for await (const page of query.byPage({ maxPageSize })) result.push(page.map((row) => row.rowKey!));
  return result;
}

describe('emptyPage', () => {
  it('comes first, and the reader still sees every row', async () => {
    const fault = storage.http.inject(faults.emptyPage());
    const seen = await pages(1000);
    expect(seen).toEqual([[], expected]);
    expect(fault.fired).toBe(1);
    expect(storage.http.requests.map((request) => request.fault)).toEqual(['emptyPage', undefined]);
    expect(storage.http.requests[1]?.operation).toContain(`$filter=${filter}`);
    expect(storage.http.requests[1]?.operation).toContain('NextPartitionKey=');
  });

  it('shows a reader that stops at an empty page to be wrong', async () => {
    storage.http.inject(faults.emptyPage());
    const query = storage.table(name).listEntities().byPage();
    const first = await query.next();
    expect(first.value).toHaveLength(0);
    expect((first.value as { continuationToken?: string }).continuationToken).toBeTruthy();
  });

  it('may come again and again, with a new token each time', async () => {
    storage.http.inject(faults.emptyPage(), { times: 3 });
    expect(await pages(1000)).toEqual([[], [], [], expected]);
    const tokens = storage.http.requests.map(({ url }) => new URL(url).searchParams.get('NextPartitionKey'));
    expect(new Set(tokens).size).toBe(4);
  });

  it('may come between two pages, whose own continuation is not lost', async () => {
    storage.http.inject(faults.emptyPage(), { after: 1, times: 2 });
    expect(await pages(10)).toEqual([
      expected.slice(0, 10),
      [],
      [],
      expected.slice(10, 20),
      expected.slice(20),
    ]);
  });

  it('may come before every page', async () => {
    let last = '';
    storage.http.inject(faults.emptyPage(), {
      times: Infinity,
      when: ({ url }) => {
        const isFollowUp = last !== '' && url.includes('emptypage');
        last = isFollowUp ? '' : url;
        return !isFollowUp;
      },
    });
    const seen = await pages(10);
    expect(seen.flat()).toEqual(expected);
    expect(seen.filter((page) => page.length === 0)).toHaveLength(3);
  });

  it('leaves alone what is not a query for entities', async () => {
    const fault = storage.http.inject(faults.emptyPage(), { times: Infinity });
    await storage.table(name).getEntity('Sales & co', '01');
    const tables = [];
    for await (const table of storage.tables().listTables()) tables.push(table.name);
    expect(tables).toContain(name);
    await storage.table(name).getAccessPolicy();
    await storage.table(name).upsertEntity({ partitionKey: 'Other', rowKey: '1' });
    expect(fault.fired).toBe(0);
    expect(storage.http.requests).toHaveLength(4);
  });

  it('still finds its way after the faults were cleared', async () => {
    storage.http.inject(faults.emptyPage());
    const query = storage.table(name).listEntities({ queryOptions: { filter } }).byPage();
    expect((await query.next()).value).toHaveLength(0);
    storage.http.clearFaults();
    expect((await query.next()).value).toHaveLength(expected.length);
  });
});
