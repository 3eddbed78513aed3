import { isDeepStrictEqual } from 'node:util';
import { type Row, type RowOperation, UNBOUNDED, type WritePlan } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { rawTable } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, problemOf } from './support/attempt.js';

const storage = useStorage();

function row(rowKey: string, more: Partial<Row> = {}): Row {
  return { partitionKey: 'p', rowKey, columns: { a: 1 }, types: { a: 'Edm.Int32' }, ...more };
}

const insert = (rowKey: string, more?: Partial<Row>): RowOperation => ({
  kind: 'insert',
  row: row(rowKey, more),
});

interface Target {
  /** In place of the name of the table. */
  readonly table?: unknown;
}

/** A table with one row that nobody may touch; it serves until somebody did. */
async function victim() {
  const table = storage.emulator.uniqueName('Plans');
  const raw = storage.emulator.rawTable(table);
  await raw.createTable();
  await raw.createEntity({ partitionKey: 'p', rowKey: 'a', a: 1, text: CANARY });
  return { table, raw, rows: await rawTable(raw) };
}
let current: Awaited<ReturnType<typeof victim>> | undefined;

/** What is wrong with the refusal of a plan, alone and as part of a transaction. */
async function failuresOf(operation: RowOperation, target: Target = {}): Promise<string[]> {
  const failures: string[] = [];
  const store = storage.store({ retry: { maxRetries: 0 } });
  for (const operations of [[operation], [operation, insert('beside')]]) {
    current ??= await victim();
    const { table, raw, rows } = current;
    const plan = { kind: 'write', entity: 'Row', table, operations, ...target } as WritePlan;
    const outcome = await attempt(storage.emulator.http, () => store.write(plan, UNBOUNDED));
    const problem = outcome.ok ? 'accepted' : problemOf(outcome);
    if (problem !== undefined) failures.push(`${operations.length} operations: ${problem}`);
    if (outcome.requests.length === 0) continue;
    current = undefined;
    if (!isDeepStrictEqual(await rawTable(raw), rows)) failures.push('the stored rows have changed');
  }
  return failures;
}

/** Plans are made by patterns, and by anybody who holds a store: what they say is checked like everything else. */
describe('a plan is refused before anything is sent', () => {
  it.each([
    ['*\r\nX-Injected: 1'],
    ['*\r\n\r\n{"a":666}\r\n'],
    [''],
    ['abc'],
    ['"a\0"'],
    [undefined],
    [5],
    [['*']],
  ])('when its ifMatch is no ETag: %j', async (ifMatch) => {
    expect(await failuresOf({ kind: 'merge', row: row('a'), ifMatch } as RowOperation)).toEqual([]);
  });

  it.each([[''], ['a'], ["Tables('x')"], ['../x'], ['x?y'], ['x\r\ny'], ['$batch'], [undefined], [5]])(
    'when its table has no table name: %j',
    async (table) => {
      expect(await failuresOf(insert('new'), { table })).toEqual([]);
    },
  );

  it.each([
    ['a/b'],
    ['a\\b'],
    ['a#b'],
    ['a?b'],
    ['a\nb'],
    ['\ud800'],
    ['x'.repeat(513)],
    [undefined],
    [5],
    [{}],
  ])('when a key cannot be: %j', async (key) => {
    expect(await failuresOf(insert('new', { partitionKey: key as string }))).toEqual([]);
    expect(await failuresOf(insert(key as string))).toEqual([]);
    expect(await failuresOf(insert('new', { partitionKey: '' }))).toEqual([]);
  });

  it.each<[string, Partial<Row>]>([
    ['a column has no type', { columns: { a: 1, b: 2 } }],
    ['a type does not exist', { types: { a: 'Edm.Nothing' as never } }],
    ['a value is an object', { columns: { a: { toString: () => '1,"b":2' } as never } }],
    ['a value is an array', { columns: { a: ['x'] as never }, types: { a: 'Edm.String' } }],
    ['a number is where text belongs', { columns: { a: 5 }, types: { a: 'Edm.String' } }],
    ['text is where a number belongs', { columns: { a: CANARY } }],
  ])('when %s', async (_, more) => {
    expect(await failuresOf(insert('new', more))).toEqual([]);
  });

  it('when its kind is unknown', async () => {
    expect(await failuresOf({ kind: 'drop', row: row('a') } as never)).toEqual([]);
  });
});
