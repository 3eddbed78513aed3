import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { EverythingRepository, everything } from './support/everything.js';
import { rawCells, rawTable } from './support/raw-rows.js';

const storage = useStorage();
let entities: EverythingRepository;
let table: string;
let count = 0;

beforeAll(async () => {
  table = storage.emulator.uniqueName('Keys');
  entities = new EverythingRepository(storage.store(), { table });
  await storage.emulator.rawTable(table).createTable();
});

/** Legal in keys, stored as they are, and hard on everything that builds addresses from them. */
const PIECES = [
  ...[
    "'",
    "''",
    '"',
    '%',
    '%25',
    '%2F',
    '%27',
    '%00',
    ' ',
    '+',
    '&',
    '=',
    ',',
    '(',
    ')',
    ';',
    ':',
    '@',
    '$',
    '*',
  ],
  ...[
    '<',
    '>',
    '[',
    ']',
    '{',
    '}',
    '|',
    '^',
    '`',
    '!',
    '.',
    '..',
    "',RowKey='",
    "')",
    'é',
    'e\u0301',
    '日本',
    '😀',
  ],
  ...['שלום', '\u202e', '\u2028', '\u2029', '\u00a0', '\ufeff', 'a', '0', '__proto__', 'constructor'],
];
const part = fc.string({ unit: fc.constantFrom(...PIECES), minLength: 1, maxLength: 6 });

/** Makes a key that no earlier run used, and keeps its end, where spaces are easily lost. */
const unused = (text: string) => `${count++}${text}`;

describe('keys of every legal character', () => {
  it('lead to the row that the official client finds under the same keys', async () => {
    const raw = storage.emulator.rawTable(table);
    await fc.assert(
      fc.asyncProperty(part, part, async (partition, row) => {
        const [group, name] = [unused(partition), unused(row)];
        await entities.insert(everything(group, name, { int32: 1 }));
        expect(await rawCells(raw, group, name)).toStrictEqual({ int32: { type: 'Int32', value: '1' } });

        await entities.upsert(everything(group, name, { text: 'two' }));
        await entities.update({ group, name }, { int32: 3 });
        const read = await entities.getOrThrow({ group, name });
        expect([read.group, read.name, read.int32, read.text]).toEqual([group, name, 3, 'two']);
        await entities.replace(Object.assign(read, { int32: 4 }));
        expect((await rawCells(raw, group, name))['int32']?.value).toBe('4');

        expect(await entities.exists({ group, name })).toBe(true);
        expect(await entities.delete(read)).toBe(true);
        await expect(raw.getEntity(group, name)).rejects.toMatchObject({ statusCode: 404 });
      }),
      { numRuns: 30 },
    );
  });

  it('are found when the official client wrote them', async () => {
    const raw = storage.emulator.rawTable(table);
    await fc.assert(
      fc.asyncProperty(part, part, async (partition, row) => {
        const [group, name] = [unused(partition), unused(row)];
        await raw.createEntity({ partitionKey: group, rowKey: name, int32: 1 });
        const [read, missing] = await entities.getMany([
          { group, name },
          { group, name: `${name}'` },
        ]);
        expect([read?.group, read?.name, read?.int32]).toEqual([group, name, 1]);
        expect(missing).toBeUndefined();
      }),
      { numRuns: 25 },
    );
  });

  it('name one row alone: all others stay as they were', async () => {
    const name = storage.emulator.uniqueName('Neighbours');
    const own = new EverythingRepository(storage.store(), { table: name });
    const raw = storage.emulator.rawTable(name);
    await raw.createTable();
    const twins = [
      "'",
      "''",
      "'''",
      '%27',
      '%2527',
      ' ',
      '+',
      '%20',
      '%',
      '%25',
      'é',
      'e\u0301',
      'a',
      'A',
      "a'",
    ];
    for (const twin of twins) await own.insert(everything('p', twin, { text: twin }));
    for (const twin of twins) {
      const before = await rawTable(raw);
      await own.update({ group: 'p', name: twin }, { int32: 1 });
      const id = JSON.stringify(['p', twin]);
      const text = { type: 'String', value: twin };
      expect(await rawTable(raw)).toEqual({
        ...before,
        [id]: { text, int32: { type: 'Int32', value: '1' } },
      });
    }
    expect(Object.keys(await rawTable(raw))).toHaveLength(twins.length);
  });

  it('reach the service up to 512 characters, an empty RowKey included', async () => {
    const raw = storage.emulator.rawTable(table);
    for (const [group, name] of [
      ['%'.repeat(512), "'".repeat(512)],
      ['日'.repeat(512), '日'.repeat(512)],
      ['😀'.repeat(256), ' '.repeat(511).concat('x')],
      ['group', ''],
    ] as const) {
      await entities.insert(everything(group, name, { text: 'here' }));
      expect(await rawCells(raw, group, name)).toStrictEqual({ text: { type: 'String', value: 'here' } });
      expect((await entities.getOrThrow({ group, name })).name).toBe(name);
    }
  });
});

describe('characters that a key cannot hold', () => {
  it('are escaped, and come back', async () => {
    const raw = storage.emulator.rawTable(table);
    const [group, name] = ['a/b\\c#d?e~f', '\u0000\u001f\u007f\u009f\uffee\uffff'];
    await entities.insert(everything(group, name, { int32: 1 }));
    const stored = ['a~2Fb~5Cc~23d~3Fe~7Ef', '~00~1F~7F~9F~uFFEE~uFFFF'] as const;
    expect(await rawCells(raw, ...stored)).toStrictEqual({ int32: { type: 'Int32', value: '1' } });
    const read = await entities.getOrThrow({ group, name });
    expect([read.group, read.name]).toEqual([group, name]);
  });
});
