import { type RowOperation, UNBOUNDED } from '@tablewright/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchSize } from '../../src/store/egt/batch-size.js';
import { text, values } from '../differential/support/arbitraries.js';
import { EverythingRepository, everything } from '../differential/support/everything.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const MIB = 1024 * 1024;

function fresh() {
  const table = storage.emulator.uniqueName('Sizes');
  const store = storage.store();
  return { table, store, repository: new EverythingRepository(store, { table }) };
}

const bodies = () =>
  storage.emulator.http.requests
    .filter(({ path, status }) => path === '$batch' && status === 202)
    .map(({ body }) => Buffer.byteLength(body!));

describe('the size of a transaction', () => {
  const kinds = ['insert', 'replace', 'merge', 'upsertReplace', 'upsertMerge', 'delete'] as const;
  const guards = ['*', 'W/"datetime\'2026-01-01T00%3A00%3A00.0000000Z\'"'];
  const operation = fc.record({
    kind: fc.constantFrom(...kinds),
    name: fc.oneof(text, fc.constantFrom("it's", 'a b', '100%', '日本😀')),
    values,
    ifMatch: fc.constantFrom(...guards),
  });

  it('is known before it is written, to the byte', async () => {
    const { table, store, repository } = fresh();
    const size = new BatchSize(store, table);
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 2, maxLength: 6 }), async (given) => {
        const operations = given.map(({ kind, name, values: cells, ifMatch }, index) => {
          const row = repository.context.codec.encode(everything('g', `${index}${name}`, cells));
          return { kind, row, ...(/^(replace|merge|delete)$/.test(kind) && { ifMatch }) } as RowOperation;
        });
        storage.emulator.http.clear();
        // Whether the service takes it does not matter, only what was sent.
        await store
          .write({ kind: 'write', entity: 'Everything', table, operations }, UNBOUNDED)
          .catch(() => undefined);
        const sent = storage.emulator.http.requests.find(({ path }) => path === '$batch')!;
        expect(size.of(operations)).toBe(Buffer.byteLength(sent.body!));
      }),
      { numRuns: 60 },
    );
  });
});

describe('cutting by size', () => {
  const full = { text: 'x'.repeat(32_768), json: 'j'.repeat(32_766) };

  it('fills transactions to 4 MiB, and not a byte more', async () => {
    const { repository, table, store } = fresh();
    await store.createTable(table);
    const big = Array.from({ length: 150 }, (_, index) => ({
      insert: everything('g', `row${String(index).padStart(3, '0')}`, full),
    }));
    storage.emulator.http.clear();
    const report = await repository.bulk(big);
    expect(report).toMatchObject({ done: 150, failed: 0 });
    const sizes = bodies();
    expect(sizes).toHaveLength(3);
    const perRow = sizes[0]! / 63;
    for (const bytes of sizes) expect(bytes).toBeLessThanOrEqual(4 * MIB);
    for (const bytes of sizes.slice(0, -1)) expect(bytes + perRow).toBeGreaterThan(4 * MIB);
  });

  it.each([
    ['exactly 4 MiB go together', 0, 1],
    ['one byte more does not', 1, 2],
  ])('%s', async (_, excess, expected) => {
    const { repository, table, store } = fresh();
    await store.createTable(table);
    const rows = (rest: number) => [
      ...Array.from({ length: 63 }, (__, index) => everything('g', `row${index}`, full)),
      everything('g', 'last', {
        text: 'y'.repeat(Math.ceil(rest / 2)),
        json: 'z'.repeat(Math.floor(rest / 2)),
      }),
    ];
    const operations = rows(0).map(
      (row): RowOperation => ({ kind: 'insert', row: repository.context.codec.encode(row) }),
    );
    const rest = 4 * MIB + excess - new BatchSize(store, table).of(operations);
    expect(rest).toBeGreaterThan(0);
    storage.emulator.http.clear();
    const report = await repository.bulk(rows(rest).map((insert) => ({ insert })));
    expect(report).toMatchObject({ done: 64, failed: 0 });
    expect(storage.emulator.http.requests).toHaveLength(expected);
    if (expected === 1) expect(bodies()).toEqual([4 * MIB]);
  });

  it('counts bytes, not characters', async () => {
    const { repository, table, store } = fresh();
    await store.createTable(table);
    const wide = { text: '日'.repeat(32_768), json: '"'.repeat(10_000) };
    storage.emulator.http.clear();
    const report = await repository.bulk(
      Array.from({ length: 60 }, (_, index) => ({ insert: everything('g', `r${index}`, wide) })),
    );
    expect(report).toMatchObject({ done: 60, failed: 0 });
    const sizes = bodies();
    expect(sizes.length).toBe(storage.emulator.http.requests.length);
    for (const bytes of sizes) expect(bytes).toBeLessThanOrEqual(4 * MIB);
    expect(sizes).toHaveLength(2);
  });

  it('an item that fits into no transaction is that item’s failure', async () => {
    const { repository, table, store } = fresh();
    await store.createTable(table);
    const report = await repository.bulk([
      { insert: everything('g', 'a', { text: 'fine' }) },
      { insert: everything('g', 'b', { text: 'x'.repeat(32_769) }) },
      { insert: everything('g', 'c', { text: 'fine' }) },
    ]);
    expect(report).toMatchObject({ done: 2, failed: 1 });
    expect(report.failures).toMatchObject([{ index: 1, error: { code: 'LIMIT_EXCEEDED' } }]);
  });
});

it('ids of another length than the first are no reason to fail', async () => {
  let calls = 0;
  const store = storage.store({ newId: () => 'i'.repeat(calls++ === 0 ? 1 : 200) });
  const table = storage.emulator.uniqueName('Sizes');
  await store.createTable(table);
  const repository = new EverythingRepository(store, { table });
  const full = { text: 'x'.repeat(32_768), json: 'j'.repeat(32_766) };
  const report = await repository.bulk(
    Array.from({ length: 64 }, (_, index) => ({
      insert: everything('g', `row${index}`, index < 63 ? full : { text: 'x'.repeat(32_768) }),
    })),
  );
  expect(report).toMatchObject({ done: 64, failed: 0 });
  expect(bodies()).toHaveLength(2);
});
