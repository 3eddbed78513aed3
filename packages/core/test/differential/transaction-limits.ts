import { LimitError, type RowOperation, TransactionShapeError, UNBOUNDED } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { GROUP } from './support/changes.js';
import { EverythingRepository, everything, type Values } from './support/everything.js';
import { rawTable } from './support/raw-rows.js';

const storage = useStorage();
const MIB = 1024 * 1024;

async function fresh() {
  const table = storage.emulator.uniqueName('Limits');
  const store = storage.store();
  const { codec } = new EverythingRepository(store, { table }).context;
  const raw = storage.emulator.rawTable(table);
  await raw.createTable();
  storage.emulator.http.clear();
  const write = (operations: readonly RowOperation[]) =>
    store.write({ kind: 'write', entity: 'Everything', table, operations }, UNBOUNDED);
  const insert = (name: string, values: Values = {}, group = GROUP): RowOperation => ({
    kind: 'insert',
    row: codec.encode(everything(group, name, values)),
  });
  return { raw, write, insert };
}

/** The error, after making sure that nothing was sent. */
async function refused(attempt: Promise<unknown>): Promise<unknown> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(storage.emulator.http.requests).toEqual([]);
  return error;
}

/** Two columns of the greatest length: 63 of these rows and one more fill a body of 4 MiB. */
const FULL = { text: 'x'.repeat(32_768), json: 'j'.repeat(32_766) };

describe('the number of operations', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `row${index}`);

  it('may be 100', async () => {
    const { raw, write, insert } = await fresh();
    expect(await write(names(100).map((name) => insert(name)))).toHaveLength(100);
    expect(Object.keys(await rawTable(raw))).toHaveLength(100);
  });

  it('may not be 101, nor 0', async () => {
    const { write, insert } = await fresh();
    const error = await refused(write(names(101).map((name) => insert(name))));
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({ details: { limit: 'TRANSACTION_OPERATIONS', most: 100, actual: 101 } });
    expect(await refused(write([]))).toBeInstanceOf(TransactionShapeError);
  });
});

describe('the size of the body', () => {
  /** Rows that leave a body of exactly so many bytes, found by measuring one that is too small. */
  async function operationsOf(bytes: number): Promise<{ operations: RowOperation[]; measured: number }> {
    const { insert, write } = await fresh();
    const full = Array.from({ length: 63 }, (_, index) => insert(`row${index}`, FULL));
    const build = (rest: number) => {
      const text = 'y'.repeat(Math.ceil(rest / 2));
      return [...full, insert('last', { text, json: 'z'.repeat(Math.floor(rest / 2)) })];
    };
    const { requests } = await storage.emulator.http.record(() => write(build(0)));
    const measured = Buffer.byteLength(requests[0]!.body!);
    return { operations: build(bytes - measured), measured };
  }

  it('may be 4 MiB, and not a byte more', async () => {
    const { operations, measured } = await operationsOf(4 * MIB);
    expect(4 * MIB - measured).toBeGreaterThan(0);

    const { raw, write } = await fresh();
    const { requests } = await storage.emulator.http.record(() => write(operations));
    expect(Buffer.byteLength(requests[0]!.body!)).toBe(4 * MIB);
    expect(Object.keys(await rawTable(raw))).toHaveLength(operations.length);

    storage.emulator.http.clear();
    const { operations: tooMany } = await operationsOf(4 * MIB + 1);
    storage.emulator.http.clear();
    const error = await refused(write(tooMany));
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({
      details: { limit: 'TRANSACTION_BYTES', most: 4 * MIB, actual: 4 * MIB + 1 },
    });
  });

  it('counts bytes, not characters', async () => {
    const { write, insert } = await fresh();
    // 44 columns of 32,768 characters are 1.4 million characters, and three times as many bytes.
    const wide = { text: '日'.repeat(32_768), json: '日'.repeat(32_766) };
    const error = await refused(write(Array.from({ length: 22 }, (_, index) => insert(`${index}`, wide))));
    expect(error).toMatchObject({ details: { limit: 'TRANSACTION_BYTES' } });
  });
});

describe('the rows of a transaction', () => {
  it('are of one partition', async () => {
    const { write, insert } = await fresh();
    const error = await refused(write([insert('a'), insert('b'), insert('c', {}, 'Group')]));
    expect(error).toBeInstanceOf(TransactionShapeError);
    expect(error).toMatchObject({ details: { index: 2 } });
  });

  it('occur once each, whatever is done to them', async () => {
    const { write, insert } = await fresh();
    const { row } = insert('a');
    for (const second of [
      insert('a'),
      { kind: 'delete', row, ifMatch: '*' },
      { kind: 'upsertMerge', row },
    ] satisfies RowOperation[]) {
      const error = await refused(write([insert('a'), insert('b'), second]));
      expect(error).toBeInstanceOf(TransactionShapeError);
      expect(error).toMatchObject({ details: { index: 2 } });
    }
  });
});
