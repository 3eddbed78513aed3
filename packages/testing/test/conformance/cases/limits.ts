import type { Case } from '../case.js';
import { outcome, sent, statuses } from '../outcome.js';
import type { Target } from '../target.js';

const keys = { partitionKey: 'p', rowKey: 'r' };

/** Inserts a row with these properties. */
const inserting =
  (...rows: readonly Readonly<Record<string, unknown>>[]) =>
  async (target: Target) => {
    const table = await target.table();
    const outcomes = [];
    for (const [index, row] of rows.entries()) {
      outcomes.push(await outcome(table.createEntity({ ...keys, rowKey: String(index), ...row })));
    }
    return outcomes;
  };

const insertingJson =
  (...members: readonly string[]) =>
  async (target: Target) => {
    const table = await target.table();
    const outcomes = [];
    for (const [index, member] of members.entries()) {
      const body = `{"PartitionKey":"p","RowKey":"${index}",${member}}`;
      outcomes.push(await sent(target, table, { method: 'POST', path: table.tableName, body }));
    }
    return outcomes;
  };

const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, at]));
const texts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 'x'.repeat(32_000)]));

export const limitCases: readonly Case[] = [
  {
    rule: 'An entity has at most 252 properties of its own',
    run: inserting(properties(252), properties(253)),
    documented: ['ok', '400 TooManyProperties'],
    azurite: { does: 'Any number is stored', outcome: ['ok', 'ok'] },
  },
  {
    rule: 'An entity has at most 1 MiB',
    run: inserting(texts(16), texts(17)),
    documented: ['ok', '400 EntityTooLarge'],
    azurite: { does: 'Any size is stored', outcome: ['ok', 'ok'] },
  },
  {
    rule: 'An entity does not grow beyond its limits by merging',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({ ...keys, ...properties(200) });
      return outcome(
        table.updateEntity(
          { ...keys, ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`q${at}`, 1])) },
          'Merge',
        ),
      );
    },
    documented: '400 TooManyProperties',
    azurite: { does: 'It does', outcome: 'ok' },
  },
  {
    rule: 'A string has at most 64 KiB, in UTF-16: 32,768 code units',
    run: inserting({ text: 'ü'.repeat(32_768) }, { text: 'x'.repeat(32_769) }),
    documented: ['ok', '400 PropertyValueTooLarge'],
  },
  {
    rule: 'A binary has at most 64 KiB',
    run: inserting({ data: Buffer.alloc(65_536) }, { data: Buffer.alloc(65_537) }),
    documented: ['ok', '400 PropertyValueTooLarge'],
  },
  {
    rule: 'A key has at most 1 KiB: 512 UTF-16 code units',
    run: statuses(
      inserting({ rowKey: 'x'.repeat(512) }, { rowKey: 'x'.repeat(513) }, { partitionKey: 'x'.repeat(513) }),
    ),
    documented: ['ok', 400, 400],
  },
  {
    rule: 'A key has no / \\ # ? and no control characters',
    run: statuses(
      inserting(
        ...['a/b', 'a\\b', 'a#b', 'a?b', 'a\u0001b', 'a\u0085b', 'a%b', "a'b"].map((rowKey) => ({ rowKey })),
      ),
    ),
    documented: [...Array(6).fill(400), 'ok', 'ok'],
  },
  {
    rule: 'A property name is an identifier',
    run: inserting({ a_1: 1 }, { 'a-b': 1 }, { '1a': 1 }, { 'a b': 1 }),
    documented: ['ok', '400 PropertyNameInvalid', '400 PropertyNameInvalid', '400 PropertyNameInvalid'],
    azurite: { does: 'Any name is stored', outcome: ['ok', 'ok', 'ok', 'ok'] },
  },
  {
    rule: 'A property name has at most 255 characters',
    run: inserting({ ['a'.repeat(255)]: 1 }, { ['a'.repeat(256)]: 1 }),
    documented: ['ok', '400 PropertyNameTooLong'],
    azurite: { does: 'Any length is stored', outcome: ['ok', 'ok'] },
  },
  {
    rule: 'A property may have any name that is an identifier',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({ ...keys, constructor: 'x', toString: 'y' });
      const { text } = await target.send(table, { path: `${table.tableName}(PartitionKey='p',RowKey='r')` });
      const { PartitionKey, RowKey, Timestamp, ...stored } = JSON.parse(text);
      return Object.keys(stored).sort();
    },
    documented: ['constructor', 'toString'],
    azurite: { does: 'Properties are lost whose names every JavaScript object has', outcome: [] },
  },
  {
    rule: 'An Int64 lies from -2^63 to 2^63-1',
    run: insertingJson(
      '"n@odata.type":"Edm.Int64","n":"9223372036854775807"',
      '"n@odata.type":"Edm.Int64","n":"9223372036854775808"',
      '"n@odata.type":"Edm.Int64","n":"x"',
    ),
    documented: ['ok', '400 InvalidInput', '400 InvalidInput'],
    azurite: { does: 'Any text is stored', outcome: ['ok', 'ok', 'ok'] },
  },
  {
    rule: 'An Int32 lies from -2^31 to 2^31-1',
    run: insertingJson(
      '"n@odata.type":"Edm.Int32","n":2147483647',
      '"n@odata.type":"Edm.Int32","n":2147483648',
      '"n@odata.type":"Edm.Int32","n":1.5',
    ),
    documented: ['ok', '400 InvalidInput', '400 InvalidInput'],
    azurite: { does: 'Any number is stored', outcome: ['ok', 'ok', 'ok'] },
  },
  {
    rule: 'A DateTime lies in the years 1601 to 9999',
    run: insertingJson(
      '"d@odata.type":"Edm.DateTime","d":"1601-01-01T00:00:00Z"',
      '"d@odata.type":"Edm.DateTime","d":"1600-12-31T23:59:59.9999999Z"',
      '"d@odata.type":"Edm.DateTime","d":"2026-02-30T00:00:00Z"',
    ),
    documented: ['ok', '400 InvalidInput', '400 InvalidInput'],
    azurite: { does: 'Any year is stored, and days that no calendar has', outcome: ['ok', 'ok', 'ok'] },
  },
  {
    rule: 'A Guid has 32 digits in groups',
    run: insertingJson(
      '"g@odata.type":"Edm.Guid","g":"c9da6455-213d-42c9-9a79-3e9149a57833"',
      '"g@odata.type":"Edm.Guid","g":"c9da6455"',
    ),
    documented: ['ok', '400 InvalidInput'],
    azurite: { does: 'Any text is stored', outcome: ['ok', 'ok'] },
  },
  {
    rule: 'A property has one of the eight types',
    run: insertingJson('"x@odata.type":"Edm.Decimal","x":"1"', '"x":{"a":1}', '"x":[1]', '"x":null'),
    documented: ['400 InvalidInput', '400 InvalidInput', '400 InvalidInput', 'ok'],
    azurite: {
      does: 'A type that does not exist brings a 500',
      outcome: ['500', '400 InvalidInput', '400 InvalidInput', 'ok'],
    },
  },
  {
    rule: 'An entity has both keys',
    run: statuses(async (target) => {
      const table = await target.table();
      const post = (body: string) => sent(target, table, { method: 'POST', path: table.tableName, body });
      return [
        await post('{"PartitionKey":"p"}'),
        await post('{"RowKey":"r"}'),
        await post('{'),
        await post('[]'),
      ];
    }),
    documented: [400, 400, 400, 400],
  },
];
