import { type Row, type RowOperation, UNBOUNDED } from '@tablewright/core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rawTable } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, problemOf } from './support/attempt.js';

vi.setConfig({ testTimeout: 60_000 });
const storage = useStorage();
let table: string;

beforeAll(async () => {
  table = storage.emulator.uniqueName('Plans');
  const raw = storage.emulator.rawTable(table);
  await raw.createTable();
  await raw.createEntity({ partitionKey: 'p', rowKey: 'victim', text: CANARY });
});

function row(rowKey: string, more: Partial<Row> = {}): Row {
  return { partitionKey: 'p', rowKey, columns: { a: 1 }, types: { a: 'Edm.Int32' }, ...more };
}

/** Plans are made by patterns, and by anybody who holds a store: what they say is checked like everything else. */
async function expectRefused(operations: readonly RowOperation[], inTable = table): Promise<void> {
  const outcome = await attempt(storage.emulator.http, () =>
    storage.store().write({ kind: 'write', entity: 'Row', table: inTable, operations }, UNBOUNDED),
  );
  expect([outcome.ok, problemOf(outcome)]).toEqual([false, undefined]);
  const rows = await rawTable(storage.emulator.rawTable(table));
  expect(rows).toEqual({ [JSON.stringify(['p', 'victim'])]: { text: { type: 'String', value: CANARY } } });
}

describe('a plan', () => {
  const VICTIM = "http://127.0.0.1/devstoreaccount1/x(PartitionKey='p',RowKey='victim')";
  it.each([
    '*\r\nX-Injected: 1',
    `*\r\n\r\n{}\r\n--changeset_x\r\n\r\nDELETE ${VICTIM} HTTP/1.1\r\nIf-Match: *`,
    '',
    'abc',
    '"a\0"',
    undefined,
    5,
    ['*'],
  ])('whose ifMatch is no ETag is refused, alone and in a transaction: %j', async (ifMatch) => {
    const operation = { kind: 'merge', row: row('a'), ifMatch } as RowOperation;
    await expectRefused([operation]);
    await expectRefused([operation, { kind: 'insert', row: row('b') }]);
  });

  it.each(['', 'a', "Tables('x')", '../x', 'x?y', 'x\r\ny', '$batch', undefined, 5])(
    'whose table has no table name is refused: %j',
    async (name) => {
      await expectRefused([{ kind: 'insert', row: row('a') }], name as string);
      await expectRefused(
        [
          { kind: 'insert', row: row('a') },
          { kind: 'insert', row: row('b') },
        ],
        name as string,
      );
    },
  );

  it.each(['', 'a/b', 'a\\b', 'a#b', 'a?b', 'a\nb', '\ud800', 'x'.repeat(513), undefined, 5, ['p'], {}])(
    'with a key that cannot be is refused: %j',
    async (key) => {
      await expectRefused([{ kind: 'insert', row: row('a', { partitionKey: key as string }) }]);
      if (key !== '') await expectRefused([{ kind: 'insert', row: row(key as string) }]);
    },
  );

  it.each<[string, Partial<Row>]>([
    ['a column without a type', { columns: { a: 1, b: 2 } }],
    ['a type that does not exist', { types: { a: 'Edm.Nothing' as never } }],
    ['a value of another type', { columns: { a: CANARY }, types: { a: 'Edm.Int32' } }],
    ['a number where text belongs', { columns: { a: 5 }, types: { a: 'Edm.String' } }],
    ['NaN as a number', { columns: { a: Number.NaN }, types: { a: 'Edm.Double' } }],
    ['an object', { columns: { a: { toString: () => '1,"b":2' } as never } }],
    ['an array', { columns: { a: ['x'] as never }, types: { a: 'Edm.String' } }],
    [
      'a column called PartitionKey',
      { columns: { PartitionKey: 'x' }, types: { PartitionKey: 'Edm.String' } },
    ],
  ])('with %s is refused', async (_, more) => {
    await expectRefused([{ kind: 'insert', row: row('a', more) }]);
  });

  it('of no known kind is refused', async () => {
    await expectRefused([{ kind: 'drop', row: row('a') } as never]);
    await expectRefused([]);
  });
});
