import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CellValue, EdmType, StoredRow } from '../../src/edm/index.js';
import { sameRow } from '../../src/plan/index.js';
import { RowIndex } from '../../src/repository/maintenance/own-rows/row-index.js';
import { rowDigest } from '../../src/repository/maintenance/rows/row-digest.js';
import type { Task } from '../../src/repository/maintenance/task.js';
import type { PartitionRows } from '../../src/repository/maintenance/walk/partition-rows.js';

const ROWS = 250_000;
const stored = (rowKey: string): StoredRow => ({
  partitionKey: 'p',
  rowKey,
  columns: {},
  types: {},
  etag: 'W/"1"',
  timestamp: '2024-01-01T00:00:00Z',
});

it('takes several rounds over very many rows: each row is in one of them, and none holds too many', async () => {
  const partition: PartitionRows = {
    partitionKey: 'p',
    atOnce: false,
    async *rows(_, prefix) {
      for (let from = 0; from < ROWS; from += 1000) {
        yield Array.from({ length: 1000 }, (_, n) => stored(`${prefix}${from + n}`));
      }
    },
  };
  const task = { ownRows: [{ rowPrefix: 'x_' }] } as unknown as Task;
  let rounds = 1;
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const index = await RowIndex.read(task, partition, round, rounds);
    rounds = index.buckets;
    const rows = index.unclaimed();
    expect(rows.length).toBeLessThan(110_000);
    expect(rows.every((rowKey) => index.covers(rowKey))).toBe(true);
    expect(index.claim(rows[0]!)).toBe(rowDigest(stored(rows[0]!)));
    expect(index.unclaimed()).toHaveLength(rows.length - 1);
    total += rows.length;
  }
  expect(rounds).toBeGreaterThan(1);
  expect(total).toBe(ROWS);
});

it('digests are equal for equal rows, and only for these', () => {
  const cell = fc.oneof<fc.Arbitrary<readonly [EdmType, CellValue]>[]>(
    fc.constantFrom('a', 'b', '').map((text) => ['Edm.String', text] as const),
    fc.constantFrom(0, 1, 2).map((number) => ['Edm.Int32', number] as const),
    fc.constantFrom(0, -0, 1, 'NaN', 'Infinity').map((number) => ['Edm.Double', number] as const),
    fc.constantFrom('1', '2').map((number) => ['Edm.Int64', number] as const),
    fc
      .constantFrom('2024-01-01T00:00:00Z', '2024-01-01T00:00:00.0000000Z', '2024-01-01T00:00:00.0000001Z')
      .map((time) => ['Edm.DateTime', time] as const),
    fc
      .constantFrom('c9da6455-213d-42c9-9a79-3e9149a57833', 'C9DA6455-213D-42C9-9A79-3E9149A57833')
      .map((guid) => ['Edm.Guid', guid] as const),
  );
  const row = fc.dictionary(fc.constantFrom('a', 'b', 'c'), cell, { maxKeys: 2 }).map((cells) => ({
    ...stored('r'),
    columns: Object.fromEntries(Object.entries(cells).map(([name, [, value]]) => [name, value])),
    types: Object.fromEntries(Object.entries(cells).map(([name, [type]]) => [name, type])),
  }));
  fc.assert(
    fc.property(row, row, (a, b) => {
      expect(rowDigest(a) === rowDigest(b)).toBe(sameRow(a, b));
    }),
    { numRuns: 2_000 },
  );
});
