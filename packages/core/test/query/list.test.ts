import { createHttpHeaders } from '@azure/core-rest-pipeline';
import type {
  Continuation,
  RowOperation,
  ScanPlan,
  StoredRow,
  StoreEvent,
  TableStoreOptions,
} from '@tablewright/core';
import { type Fault, faults } from '@tablewright/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
let table: string;
let plan: ScanPlan;

beforeEach(() => {
  table = storage.emulator.uniqueName('Listed');
  plan = { kind: 'scan', entity: 'Thing', table };
});

type Cells = StoredRow['columns'];
type Types = StoredRow['types'];

async function put(keys: readonly (readonly [string, string])[], columns: Cells = {}, types: Types = {}) {
  const store = storage.store();
  for (const [partitionKey, rowKey] of keys) {
    const operation: RowOperation = { kind: 'insert', row: { partitionKey, rowKey, columns, types } };
    await store.within({}, (scope) =>
      store.write({ kind: 'write', entity: 'Thing', table, operations: [operation] }, scope),
    );
  }
  storage.emulator.http.clear();
}

function list(page: { top?: number; after?: Continuation } = {}, options?: TableStoreOptions) {
  const store = storage.store(options);
  return store.within({}, (scope) => store.list(plan, page, scope));
}

function listTyped(page: { top?: number; after?: Continuation } = {}) {
  const store = storage.store();
  return store.within({}, (scope) => store.listTyped(plan, page, scope));
}

/** Answers like something that is no table service, or not quite. */
function reply(text: string, status = 200): Fault {
  return {
    name: 'reply',
    run: async ({ request }) => ({ status, headers: createHttpHeaders(), request, bodyAsText: text }),
  };
}

describe('a page of rows', () => {
  it('holds up to top rows, in key order, and says where the next page begins', async () => {
    const keys = [
      ['a', ''],
      ["o'b é", 'x'],
      ["o'b é", 'y z&%'],
      ['ö', '1'],
    ] as const;
    await put([...keys].reverse());
    const seen: (readonly [string, string])[] = [];
    let after: Continuation | undefined;
    let pages = 0;
    do {
      const page = await list({ top: 1, ...(after && { after }) });
      seen.push(...page.rows.map((row) => [row.partitionKey, row.rowKey] as const));
      after = page.next;
      pages++;
    } while (after);
    expect(seen).toEqual(keys);
    expect(pages).toBe(4);
    expect(storage.emulator.http.requests).toHaveLength(4);
  });

  it('sends the filter and the columns of the plan, and nothing else', async () => {
    await put([['p', 'r']], { a: 1, b: 2 }, { a: 'Edm.Int32', b: 'Edm.Int32' });
    const filter = "PartitionKey eq 'p' and RowKey ge 'it''s' or a eq 1";
    plan = { ...plan, filter, select: ['PartitionKey', 'RowKey', 'Timestamp', 'b'] };
    const { rows } = await list();
    expect(rows[0]!.raw).toMatchObject({ PartitionKey: 'p', b: 2 });
    expect(rows[0]!.raw).not.toHaveProperty('a');
    expect(storage.emulator.http.requests[0]!.operation).toBe(
      `GET ${table}()?$filter=${filter}&$select=PartitionKey,RowKey,Timestamp,b`,
    );
  });

  it('gives each row the ETag under which it can be written', async () => {
    await put([['p', 'r']], { a: 1 }, { a: 'Edm.Int32' });
    const stored = await storage.emulator.rawTable(table).getEntity('p', 'r');
    for (const { rows } of [await list(), await list({}, { profile: 'cosmos' }), await listTyped()]) {
      expect(rows[0]!.etag).toBe(stored.etag);
    }
  });

  it('takes the ETag that a row brings along', async () => {
    const row = { PartitionKey: 'p', RowKey: 'r', Timestamp: '2024-01-01T00:00:00.1234567Z' };
    const text = JSON.stringify({ value: [{ ...row, 'odata.etag': 'W/"own"' }, row] });
    storage.emulator.http.inject(reply(text), { times: 2 });
    const derived = `W/"datetime'2024-01-01T00%3A00%3A00.1234567Z'"`;
    expect((await list()).rows.map((each) => each.etag)).toEqual(['W/"own"', derived]);
    expect((await listTyped()).rows.map((each) => each.etag)).toEqual(['W/"own"', derived]);
  });

  it('is empty when the table does not exist', async () => {
    expect(await list()).toEqual({ rows: [] });
    expect(await listTyped()).toEqual({ rows: [] });
  });

  it('may be empty and still have a next page', async () => {
    await put([['p', 'r']]);
    storage.emulator.http.inject(faults.emptyPage());
    const first = await list();
    expect(first.rows).toEqual([]);
    expect(first.next).toBeDefined();
    const second = await list({ after: first.next! });
    expect(second.rows).toHaveLength(1);
    expect(second.next).toBeUndefined();
  });

  it('goes on at the beginning of a partition when only the partition is named', async () => {
    await put([
      ['a', '1'],
      ['b', '1'],
    ]);
    const after = { partitionKey: Buffer.from('b').toString('base64') };
    expect((await list({ after })).rows.map((row) => row.partitionKey)).toEqual(['b']);
    expect(storage.emulator.http.requests[0]!.operation).not.toContain('NextRowKey');
  });

  it('announces the very plan, once for all pages', async () => {
    await put([
      ['p', '1'],
      ['p', '2'],
    ]);
    const plans: unknown[] = [];
    const observe = (event: StoreEvent) => event.type === 'plan' && plans.push(event.plan);
    const { next } = await list({ top: 1 }, { observe });
    await list({ top: 1, after: next! }, { observe });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toBe(plan);
  });

  it.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a row in place of a page', '{"PartitionKey":"p","RowKey":"r"}'],
    ['a value that is no array', '{"value":{}}'],
    ['a row that is none', '{"value":[null]}'],
    ['a list of lists', '{"value":[[]]}'],
    ['a row without keys', '{"value":[{"Timestamp":"2024-01-01T00:00:00Z"}]}'],
    [
      'a key that is no text',
      '{"value":[{"PartitionKey":1,"RowKey":"r","Timestamp":"2024-01-01T00:00:00Z"}]}',
    ],
    ['a row without a Timestamp', '{"value":[{"PartitionKey":"p","RowKey":"r"}]}'],
    ['a Timestamp that is none', '{"value":[{"PartitionKey":"p","RowKey":"r","Timestamp":"now"}]}'],
    [
      'a page with the value twice',
      '{"value":[1],"v\\u0061lue":[{"PartitionKey":"p","RowKey":"r","Timestamp":"2024-01-01T00:00:00Z"}]}',
    ],
  ])('is refused when the reply is %s', async (name, text) => {
    storage.emulator.http.inject(reply(text), { times: 2 });
    await expect(listTyped()).rejects.toMatchObject({ code: 'REPLY_INVALID' });
    if (!name.includes('twice')) await expect(list()).rejects.toMatchObject({ code: 'REPLY_INVALID' });
  });

  it('is refused when a Timestamp is not to the letter what the service writes', async () => {
    const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?Z$/;
    const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
    const right = fc.tuple(digits(17), fc.nat({ max: 7 }).chain(digits)).map(([d, more]) => {
      const date = `${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6, 8)}`;
      return `${date}T${d.slice(8, 10)}:${d.slice(10, 12)}:${d.slice(12, 14)}${more && `.${more}`}Z`;
    });
    const odd = fc.constantFrom('', '0', 'Z', 'z', '.', ':', '-', 'T', ' ', '"', '\r\n', '\u0660', '\ud800');
    const wrong = fc
      .tuple(right, fc.nat({ max: 28 }), fc.nat({ max: 2 }), odd)
      .map(([time, at, cut, put]) => time.slice(0, at) + put + time.slice(at + cut));
    await fc.assert(
      fc.asyncProperty(fc.oneof(right, wrong), async (Timestamp) => {
        storage.emulator.http.inject(
          reply(JSON.stringify({ value: [{ PartitionKey: 'p', RowKey: 'r', Timestamp }] })),
        );
        const etags = list().then(
          ({ rows }) => rows.map((row) => row.etag),
          (error: { readonly code?: string }) => error.code,
        );
        const expected = UTC_TIME.test(Timestamp)
          ? [`W/"datetime'${encodeURIComponent(Timestamp)}'"`]
          : 'REPLY_INVALID';
        expect(await etags).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('takes no web server for a table service that lacks the table', async () => {
    storage.emulator.http.inject(reply('Not Found', 404));
    await expect(list()).rejects.toMatchObject({ code: 'REPLY_INVALID' });
  });

  it.each([0, -1, 1.5, 1_001, Number.NaN, '1 or 1' as never])('refuses top %s', async (top) => {
    await expect(list({ top })).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    expect(storage.emulator.http.requests).toEqual([]);
  });

  it('refuses what cannot be written into an address', async () => {
    await expect(list({ after: { partitionKey: '\ud800' } })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
    await expect(list({ after: { partitionKey: {} as string } })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
    plan = { ...plan, filter: "a eq '\ud800'" };
    await expect(list()).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    plan = { kind: 'scan', entity: 'Thing', table: 'no/table' };
    await expect(list()).rejects.toMatchObject({ code: 'TABLE_NAME_INVALID' });
    expect(storage.emulator.http.requests).toEqual([]);
  });

  it('ends in a coded error when the service refuses', async () => {
    storage.emulator.http.inject(faults.respond(400, 'InvalidInput'));
    await expect(list()).rejects.toMatchObject({
      code: 'REQUEST_REJECTED',
      details: { table, entity: 'Thing' },
    });
    storage.emulator.http.inject(faults.serverBusy(), { times: 2 });
    expect(await list()).toEqual({ rows: [] });
  });
});

describe('a page of typed rows', () => {
  it('tells a whole double from an integer, whatever the strings around them say', async () => {
    const columns = {
      whole: 1,
      integer: 1,
      large: 1e21,
      text: '"},{"integer":1.0,"value":[{"x":1.5}]',
      other: '\\"integer": 1.0\\\\',
      long: '9007199254740993',
      at: '2024-01-01T00:00:00.0000001Z',
      flag: true,
    };
    const types: Types = {
      whole: 'Edm.Double',
      integer: 'Edm.Int32',
      large: 'Edm.Double',
      text: 'Edm.String',
      other: 'Edm.String',
      long: 'Edm.Int64',
      at: 'Edm.DateTime',
      flag: 'Edm.Boolean',
    };
    await put(
      [
        ['p', '[1.0'],
        ['p', ']}"'],
      ],
      columns,
      types,
    );
    const { rows } = await listTyped();
    expect(rows.map((row) => row.rowKey)).toEqual(['[1.0', ']}"']);
    for (const row of rows) expect({ ...row }).toMatchObject({ columns, types });
    expect(storage.emulator.http.requests[0]!.headers['accept']).toContain('minimalmetadata');
  });

  it('reads any row as a point read would', async () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', '1.0', 'value', ' ', 'é'),
    });
    const cell = fc.oneof(
      text,
      fc.integer({ min: -9, max: 9 }).map((n) => ({ n })),
      fc.integer(),
    );
    const row = fc.dictionary(fc.constantFrom('a', 'b', 'value', 'c'), cell);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 4 }), async (rows) => {
        const written = rows.map((cells, index) => {
          const members = Object.entries(cells).map(
            ([name, value]) =>
              `"${name}": ${typeof value === 'object' ? `${value.n}.0` : JSON.stringify(value)}`,
          );
          return `{"PartitionKey":"p","RowKey":"${index}","Timestamp":"2024-01-01T00:00:00Z"${members.map((m) => `,${m}`).join('')}}`;
        });
        storage.emulator.http.inject(
          reply(`{"odata.metadata":"value [{", "value" : [ ${written.join(' , ')} ] }`),
        );
        const page = await listTyped();
        const singles = [];
        for (const one of written) {
          storage.emulator.http.inject(reply(one));
          const store = storage.store();
          singles.push(
            await store.within({}, (scope) =>
              store.readTyped(
                { kind: 'pointRead', entity: 'Thing', table, partitionKey: 'p', rowKey: '0' },
                scope,
              ),
            ),
          );
        }
        expect(page.rows).toEqual(singles);
      }),
      { numRuns: 50 },
    );
  });
});
