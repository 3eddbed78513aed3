import {
  EntityChangedError,
  EntityExistsError,
  EntityNotFoundError,
  type RowOperation,
  UNBOUNDED,
} from '@tablewright/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { cellsOf } from './support/cells.js';
import { applyRaw, changes, GROUP, operationOf, seed } from './support/changes.js';
import { EverythingRepository, everything, type Values } from './support/everything.js';
import { rawCells, rawTable } from './support/raw-rows.js';

const storage = useStorage();

async function fresh() {
  const table = storage.emulator.uniqueName('Transactions');
  const store = storage.store();
  const entities = new EverythingRepository(store, { table });
  const raw = storage.emulator.rawTable(table);
  await raw.createTable();
  const write = (operations: readonly RowOperation[]) =>
    store.write({ kind: 'write', entity: 'Everything', table, operations }, UNBOUNDED);
  const row = (name: string, values: Values = {}) =>
    entities.context.codec.encode(everything(GROUP, name, values));
  return { entities, raw, write, row };
}

describe('a transaction of every kind of operation', () => {
  it('leaves the rows that single operations and the official client leave', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const together = await fresh();
        const single = await fresh();
        const official = await fresh();

        const etags = await seed(together.raw, list);
        const { requests, result } = await storage.emulator.http.record(() =>
          together.write(list.map((change) => operationOf(together.entities, change, etags))),
        );
        expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '$batch']]);

        const singleEtags = await seed(single.raw, list);
        for (const change of list) await single.write([operationOf(single.entities, change, singleEtags)]);

        await seed(official.raw, list);
        for (const change of list) await applyRaw(official.raw, change);

        const rows = await rawTable(together.raw);
        expect(rows).toStrictEqual(await rawTable(official.raw));
        expect(rows).toStrictEqual(await rawTable(single.raw));

        // The new versions come back in the order of the operations.
        expect(result).toHaveLength(list.length);
        for (const [index, { name, kind }] of list.entries()) {
          if (kind === 'delete') expect(result[index]).toBeUndefined();
          else expect(result[index]).toBe((await together.raw.getEntity(GROUP, name)).etag);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('keeps line separators and text that looks like the transaction itself', async () => {
    const { raw, write, row } = await fresh();
    const texts = [
      'a\u2028b\u2029c',
      'line\r\nline\r\n\r\n--changeset_x--\r\n',
      'HTTP/1.1 412 Precondition Failed\r\netag: "x"',
      'POST http://127.0.0.1/x HTTP/1.1',
      '{"odata.error":{"code":"TableNotFound"}}',
      'content-type: application/http',
    ];
    await write(texts.map((text, index) => ({ kind: 'insert', row: row(`${index}`, { text }) })));
    for (const [index, text] of texts.entries()) {
      expect(await rawCells(raw, GROUP, `${index}`)).toStrictEqual(cellsOf({ text }));
    }
  });

  it('takes rows that have keys alone, as index rows do', async () => {
    const { raw, write, row } = await fresh();
    await raw.createEntity({ partitionKey: GROUP, rowKey: 'replaced', int32: 1 });
    await raw.createEntity({ partitionKey: GROUP, rowKey: 'merged', int32: 1 });
    await write([
      { kind: 'insert', row: row('inserted') },
      { kind: 'replace', row: row('replaced'), ifMatch: '*' },
      { kind: 'merge', row: row('merged'), ifMatch: '*' },
      { kind: 'upsertReplace', row: row('put') },
      { kind: 'upsertMerge', row: row('patched') },
    ]);
    expect(await rawTable(raw)).toStrictEqual({
      [JSON.stringify([GROUP, 'inserted'])]: {},
      [JSON.stringify([GROUP, 'replaced'])]: {},
      [JSON.stringify([GROUP, 'merged'])]: { int32: { type: 'Int32', value: '1' } },
      [JSON.stringify([GROUP, 'put'])]: {},
      [JSON.stringify([GROUP, 'patched'])]: {},
    });
  });

  it('creates the table when it is missing', async () => {
    const table = storage.emulator.uniqueName('Missing');
    const store = storage.store();
    const { codec } = new EverythingRepository(store, { table }).context;
    const operations = ['a', 'b'].map((name) => ({
      kind: 'insert' as const,
      row: codec.encode(everything(GROUP, name, { text: name })),
    }));
    await store.write({ kind: 'write', entity: 'Everything', table, operations }, UNBOUNDED);
    expect(Object.keys(await rawTable(storage.emulator.rawTable(table)))).toHaveLength(2);
  });
});

describe('a transaction of which one operation fails', () => {
  const seeded = async () => {
    const context = await fresh();
    const { raw } = context;
    const stale = (await raw.createEntity({ partitionKey: GROUP, rowKey: 'changed', int32: 1 })).etag!;
    await raw.updateEntity({ partitionKey: GROUP, rowKey: 'changed', int32: 2 });
    await raw.createEntity({ partitionKey: GROUP, rowKey: 'other', int32: 1, extra: 5 });
    return { ...context, stale, before: await rawTable(raw) };
  };
  type Seeded = Awaited<ReturnType<typeof seeded>>;

  const failing: [string, new (...args: never[]) => Error, (context: Seeded) => RowOperation][] = [
    [
      'a delete of a changed row',
      EntityChangedError,
      ({ row, stale }) => ({ kind: 'delete', row: row('changed'), ifMatch: stale }),
    ],
    [
      'a replace of a changed row',
      EntityChangedError,
      ({ row, stale }) => ({ kind: 'replace', row: row('changed', { int32: 3 }), ifMatch: stale }),
    ],
    [
      'a merge of a changed row',
      EntityChangedError,
      ({ row, stale }) => ({ kind: 'merge', row: row('changed', { int32: 3 }), ifMatch: stale }),
    ],
    [
      'an insert of an existing row',
      EntityExistsError,
      ({ row }) => ({ kind: 'insert', row: row('changed') }),
    ],
    [
      'a merge of a missing row',
      EntityNotFoundError,
      ({ row }) => ({ kind: 'merge', row: row('missing', { int32: 1 }), ifMatch: '*' }),
    ],
    [
      'a delete of a missing row',
      EntityNotFoundError,
      ({ row }) => ({ kind: 'delete', row: row('missing'), ifMatch: '*' }),
    ],
  ];

  it.each(failing)('is undone as a whole: %s', async (_, type, operationThatFails) => {
    for (const position of [0, 1, 3]) {
      const context = await seeded();
      const { raw, write, row, before } = context;
      const operations: RowOperation[] = [
        { kind: 'insert', row: row('new', { text: 'new' }) },
        { kind: 'merge', row: row('other', { int32: 9 }), ifMatch: '*' },
        { kind: 'upsertReplace', row: row('newer', { text: 'newer' }) },
      ];
      operations.splice(position, 0, operationThatFails(context));
      const error = await write(operations).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject({ details: { index: position, entity: 'Everything' } });
      expect(await rawTable(raw)).toStrictEqual(before);
    }
  });
});
