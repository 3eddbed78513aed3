import type { TableClient, TableEntity } from '@azure/data-tables';
import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import * as arbitrary from './support/arbitraries.js';
import { type Cells, cellsOf } from './support/cells.js';
import { rawCells } from './support/raw-rows.js';

/** Knows two columns of rows that have many more. */
@Entity({ table: 'Known' })
class Known {
  static readonly key = key({ partition: '{group}', row: '{name}' });
  @Text() group!: string;
  @Text() name!: string;
  @Int32() age?: number;
  @Text() nick?: string;
}

class KnownRepository extends Repository(Known) {}

const storage = useStorage();
let entities: KnownRepository;
let raw: TableClient;
let count = 0;

beforeAll(async () => {
  const table = storage.emulator.uniqueName('Known');
  entities = new KnownRepository(storage.store(), { table });
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
});

const AGE = { type: 'Int32', value: '34' } as const;
const NICK = { type: 'String', value: 'nick' } as const;

/** Names that another client's columns may well have. The emulator loses those of Object.prototype. */
const NAMES = ['Größe', 'Age', 'AGE', 'tw__other', 'odata', 'value', 'type', 'Edm', '_', 'length', 'then'];

/** Columns of every type under all kinds of names. */
const unknownColumns: fc.Arbitrary<Cells> = fc
  .tuple(arbitrary.values, fc.shuffledSubarray(NAMES))
  .map(([values, names]) => {
    const cells = Object.entries(cellsOf(values));
    return Object.fromEntries(cells.map(([name, cell], index) => [names[index] ?? `${name}Unknown`, cell]));
  });

async function stored(columns: Cells): Promise<{ group: string; name: string }> {
  const name = `row${count++}`;
  const row: TableEntity = { partitionKey: 'group', rowKey: name, age: AGE, nick: NICK, ...columns };
  await raw.createEntity(row);
  expect(await rawCells(raw, 'group', name)).toStrictEqual({ age: AGE, nick: NICK, ...columns });
  return { group: 'group', name };
}

/** Ways to take the age away. */
const removals = {
  'update of a loaded entity': async (key: { group: string; name: string }) => {
    const loaded = await entities.getOrThrow(key);
    loaded.age = undefined as never;
    await entities.update(loaded);
  },
  'update of a loaded entity with changes': async (key: { group: string; name: string }) => {
    await entities.update(await entities.getOrThrow(key), { age: null });
  },
  'update by key': async (key: { group: string; name: string }) => {
    await entities.update(key, { age: null });
  },
  modify: async (key: { group: string; name: string }) => {
    await entities.modify(key, (entity) => {
      delete entity.age;
    });
  },
};

describe('columns that the class does not know', () => {
  it('survive a change of a known one with exact values and types', async () => {
    await fc.assert(
      fc.asyncProperty(unknownColumns, fc.boolean(), async (columns, loaded) => {
        const key = await stored(columns);
        if (loaded) await entities.update(await entities.getOrThrow(key), { age: 35 });
        else await entities.update(key, { age: 35 });
        const age = { type: 'Int32', value: '35' };
        expect(await rawCells(raw, 'group', key.name)).toStrictEqual({ ...columns, age, nick: NICK });
      }),
      { numRuns: 25 },
    );
  });

  it.each(Object.entries(removals))('survive the removal of a known one by %s', async (_, remove) => {
    await fc.assert(
      fc.asyncProperty(unknownColumns, async (columns) => {
        const key = await stored(columns);
        await remove(key);
        expect(await rawCells(raw, 'group', key.name)).toStrictEqual({ ...columns, nick: NICK });
      }),
      { numRuns: 12 },
    );
  });

  it('keep the types that only a decimal point or an annotation tells', async () => {
    const columns: Cells = {
      wholeDouble: { type: 'Double', value: '5' },
      hugeDouble: { type: 'Double', value: '100000000000000000000' },
      tinyDouble: { type: 'Double', value: '5e-324' },
      nan: { type: 'Double', value: 'NaN' },
      infinity: { type: 'Double', value: '-Infinity' },
      smallInt64: { type: 'Int64', value: '5' },
      largeInt64: { type: 'Int64', value: '-9223372036854775808' },
      time: { type: 'DateTime', value: '2014-07-31T18:00:00.1234567Z' },
      guid: { type: 'Guid', value: '0F8FAD5B-D9CB-469F-A165-70867728950E' },
      guidAsText: { type: 'String', value: '0f8fad5b-d9cb-469f-a165-70867728950e' },
      timeAsText: { type: 'String', value: '2014-07-31T18:00:00Z' },
      numberAsText: { type: 'String', value: '5.0' },
      confusing: { type: 'String', value: '","wholeInt":5.0,"wholeInt@odata.type":"Edm.Double' },
      wholeInt: { type: 'Int32', value: '5' },
      bytes: { type: 'Binary', value: 'AAEC' },
      noBytes: { type: 'Binary', value: '' },
      empty: { type: 'String', value: '' },
    };
    for (const remove of Object.values(removals)) {
      const key = await stored(columns);
      await remove(key);
      expect(await rawCells(raw, 'group', key.name)).toStrictEqual({ ...columns, nick: NICK });
    }
  });

  it('are dropped by replace, as it says', async () => {
    const key = await stored({ extra: { type: 'Int64', value: '5' } });
    await entities.replace(await entities.getOrThrow(key));
    expect(await rawCells(raw, 'group', key.name)).toStrictEqual({ age: AGE, nick: NICK });
  });

  it('are kept by later updates of the same entity, after a removal too', async () => {
    const extra = { type: 'Double', value: '7' } as const;
    const key = await stored({ extra });
    const loaded = await entities.getOrThrow(key);
    await entities.update(loaded, { age: null });
    await entities.update(loaded, { age: 36 });
    await entities.update(loaded, { nick: null });
    expect(await rawCells(raw, 'group', key.name)).toStrictEqual({
      age: { type: 'Int32', value: '36' },
      extra,
    });
  });
});
