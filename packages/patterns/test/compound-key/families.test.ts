import { DateTime, Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
let table: string;
let employees: EmployeeRepository;
const recorded = <T>(run: () => Promise<T>) => storage.emulator.http.record(run);

beforeEach(async () => {
  table = storage.emulator.uniqueName('Families');
  await storage.emulator.rawTable(table).createTable();
  employees = new EmployeeRepository(storage.store(), { table });
});

async function told(families: AsyncIterable<{ parent?: unknown; reviews: unknown[]; badges: unknown[] }>) {
  const all: string[] = [];
  for await (const { parent, reviews, badges } of families) {
    const id = (parent as { id: number } | undefined)?.id;
    all.push(`${id ?? 'orphans'}: ${reviews.length} ${badges.length}`);
  }
  return all;
}

describe('families', () => {
  beforeEach(async () => {
    await employees.insertFamily({ ...sales, id: 1 }, { reviews: [{ year: 2012 }, { year: 2013 }] });
    await employees.insert({ ...sales, id: 2 });
    await employees.reviews.insert({ ...sales, id: 3, year: 2012 });
    await employees.insertFamily({ ...sales, id: 4 }, { reviews: [{ year: 2012 }], badges: [{ code: 'x' }] });
    await employees.insertFamily({ department: 'Support', id: 2 }, { reviews: [{ year: 2012 }] });
  });

  it('come one after the other, in the order of their keys, orphans too: 1 request', async () => {
    const families = employees.families(sales);
    const { result, requests } = await recorded(() => told(families));
    expect(result).toEqual(['1: 2 0', '2: 0 0', 'orphans: 1 0', '4: 1 1']);
    const filter = "PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'";
    expect(requests.map(({ url }) => new URL(url).searchParams.get('$filter'))).toEqual([filter]);
    expect(families.explain()).toMatchObject({
      access: 'range',
      requests: { least: 1 },
      parts: [{ filter }],
    });
  });

  it('can be of a range, with the children at its ends', async () => {
    const between = (...ends: [{ id: number } | undefined, { id: number }?]) =>
      told(employees.families(sales).between(...ends));
    expect(await between({ id: 2 }, { id: 4 })).toEqual(['2: 0 0', 'orphans: 1 0', '4: 1 1']);
    expect(await between(undefined, { id: 1 })).toEqual(['1: 2 0']);
    expect(await between({ id: 4 })).toEqual(['4: 1 1']);
    expect(await between({ id: 5 })).toEqual([]);
    const { result, requests } = await recorded(() => between({ id: 4 }, { id: 1 }));
    expect([result, requests]).toEqual([[], []]);
    expect(await told(employees.families({ ...sales, id: 4 }))).toEqual(['4: 1 1']);
  });

  it('of a range of a range are in both, whichever end comes first', async () => {
    const all = employees.families(sales);
    expect(await told(all.between({ id: 2 }).between(undefined, { id: 2 }))).toEqual(['2: 0 0']);
    expect(await told(all.between(undefined, { id: 2 }).between({ id: 2 }))).toEqual(['2: 0 0']);
    expect(await told(all.between({ id: 2 }, { id: 3 }).between({ id: 1 }, { id: 4 }))).toEqual([
      '2: 0 0',
      'orphans: 1 0',
    ]);
    const { result, requests } = await recorded(() =>
      told(all.between({ id: 4 }).between({ id: 1 }, { id: 2 })),
    );
    expect([result, requests]).toEqual([[], []]);
  });

  it('refuse what no range can serve, before anything is sent', async () => {
    const untyped = employees.families.bind(employees) as (args: unknown) => {
      between(from: unknown, to?: unknown): unknown;
    };
    const { requests } = await recorded(async () => {
      for (const [args, code] of [
        [{}, 'KEY_VALUE_INVALID'],
        [{ id: 1 }, 'KEY_VALUE_INVALID'],
        [{ ...sales, name: 'Jo' }, 'OPTIONS_INVALID'],
        [{ ...sales, id: null }, 'KEY_VALUE_INVALID'],
        [undefined, 'OPTIONS_INVALID'],
        [[], 'OPTIONS_INVALID'],
      ] as const) {
        expect(() => untyped(args)).toThrow(expect.objectContaining({ code }));
      }
      for (const [end, code] of [
        [{ name: 'Jo' }, 'OPTIONS_INVALID'],
        [{ id: 1, name: 'Jo' }, 'OPTIONS_INVALID'],
        [{}, 'OPTIONS_INVALID'],
        [1, 'OPTIONS_INVALID'],
        [{ id: undefined }, 'KEY_VALUE_INVALID'],
        [{ id: -1 }, 'KEY_VALUE_INVALID'],
      ] as const) {
        expect(() => untyped(sales).between(end)).toThrow(expect.objectContaining({ code }));
        expect(() => untyped(sales).between(undefined, end)).toThrow(expect.objectContaining({ code }));
      }
      expect(() => untyped({ ...sales, id: 1 }).between({ id: 1 })).toThrow('the whole key is given');
    });
    expect(requests).toEqual([]);
  });

  it('end with the caller', async () => {
    const signal = AbortSignal.abort();
    await expect(employees.families(sales).all({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(employees.families(sales).all({ timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('many families', () => {
  it('are read page by page, also where a page ends within a family, and no further than asked', async () => {
    const ids = Array.from({ length: 600 }, (_, i) => i);
    await employees.bulk(ids.map((id) => ({ insert: { ...sales, id } })));
    await employees.reviews.bulk(
      ids.flatMap((id) =>
        Array.from({ length: id % 7 }, (_, year) => ({ insert: { ...sales, id, year: 2010 + year } })),
      ),
    );
    const { result, requests } = await recorded(() => told(employees.families(sales)));
    expect(result).toEqual(ids.map((id) => `${id}: ${id % 7} 0`));
    expect(requests).toHaveLength(3);
    const { requests: few } = await recorded(async () => {
      for await (const { parent } of employees.families(sales)) if (parent?.id === 5) break;
    });
    expect(few.length).toBeLessThanOrEqual(2);
  });
});

describe('other keys', () => {
  const discriminator = 'Kind';

  @Entity({ table: 'Journeys', discriminator })
  class Journey {
    static readonly key = key({ partition: '{carrier}', row: '{country}_{start:desc}' });
    @Text() carrier!: string;
    @Text() country!: string;
    @DateTime() start!: Date;
  }

  @Entity({ table: 'Journeys', discriminator })
  class Stop {
    static readonly key = key({ partition: '{carrier}', row: '{country}_{start:desc}+{number:02}' });
    @Text() carrier!: string;
    @Text() country!: string;
    @DateTime() start!: Date;
    @Int32() number!: number;
  }

  /** Text that the separator ends, so that it is escaped alike in all keys. */
  @Entity({ table: 'Files', discriminator })
  class Folder {
    static readonly key = key({ partition: '{drive}', row: 'f_{path}  ' });
    @Text() drive!: string;
    @Text() path!: string;
  }

  @Entity({ table: 'Files', discriminator })
  class File {
    static readonly key = key({ partition: '{drive}', row: 'f_{path}  {number:03}' });
    @Text() drive!: string;
    @Text() path!: string;
    @Int32() number!: number;
  }

  it('of several variables, and the newest first', async () => {
    const journeys = new (Repository(Journey).with(CompoundKey({ stops: Stop })))(storage.store(), { table });
    const day = (n: number) => new Date(Date.UTC(2014, 6, n));
    for (const country of ['d', 'd_k', 'de', '']) {
      for (const n of [1, 2, 3]) {
        const stops = Array.from({ length: n }, (_, number) => ({ number }));
        await journeys.insertFamily({ carrier: 'c', country, start: day(n) }, { stops });
      }
    }
    for (const country of ['d', 'd_k', 'de', '']) {
      const all = await journeys.families({ carrier: 'c', country }).all();
      expect(all.map(({ parent, stops }) => [parent?.country, stops.length])).toEqual([
        [country, 3],
        [country, 2],
        [country, 1],
      ]);
      const some = journeys.families({ carrier: 'c', country }).between({ start: day(2) }, { start: day(9) });
      expect((await some.all()).map(({ stops }) => stops.length)).toEqual([3, 2]);
    }
    expect(await journeys.families({ carrier: 'c' }).all()).toHaveLength(12);
    // No promise of order for text that something follows.
    expect(() => journeys.families({ carrier: 'c' }).between({ country: 'd' })).toThrow(
      "in the order of 'country'",
    );
  });

  it('of text, whatever it holds', async () => {
    const folders = new (Repository(Folder).with(CompoundKey({ files: File })))(storage.store(), { table });
    const paths = ['', ' ', '  ', 'a', 'a ', 'a b', 'a  001', 'a/b', 'ab', '~', "a'b", 'é'];
    for (const path of paths) {
      await folders.insertFamily({ drive: 'c', path }, { files: [{ number: 1 }, { number: 2 }] });
    }
    for (const path of paths) {
      const { parent, files } = await folders.family({ drive: 'c', path });
      expect([parent?.path, ...files.map((file) => file.path)]).toEqual([path, path, path]);
    }
    const all = await folders.families({ drive: 'c' }).all();
    expect(all.map(({ parent, files }) => [parent?.path, files.length])).toHaveLength(paths.length);
    expect(new Set(all.map(({ parent }) => parent?.path))).toEqual(new Set(paths));
    const range = await folders.families({ drive: 'c' }).between({ path: 'a' }, { path: 'a b' }).all();
    expect(range.map(({ parent }) => parent?.path)).toEqual(['a', 'a ', 'a  001', 'a b']);
  });
});
