import type { TableClient } from '@azure/data-tables';
import {
  type EdmType,
  EntityChangedError,
  EntityExistsError,
  EntityNotFoundError,
  etagOf,
  KeyChangedError,
  MissingETagError,
  PropertyBag,
  PropertyBags,
} from '@tablewright/core';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as arbitrary from '../differential/support/arbitraries.js';
import { type Cells, cellsOf } from '../differential/support/cells.js';
import { rawCells } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import { reply, rowText } from './support/reply.js';

const storage = useStorage();
let bags: PropertyBags;
let raw: TableClient;

beforeEach(async () => {
  const table = storage.emulator.uniqueName('Bags');
  bags = new PropertyBags(storage.store(), { table });
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
});

const bodies = async (run: () => Promise<unknown>) => {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map(({ method, body }) => [method, body]);
};

/** Rows whose types only a decimal point or an annotation tells. */
const EXACT: Cells = {
  wholeDouble: { type: 'Double', value: '5' },
  hugeDouble: { type: 'Double', value: '100000000000000000000' },
  nan: { type: 'Double', value: 'NaN' },
  infinity: { type: 'Double', value: '-Infinity' },
  int: { type: 'Int32', value: '5' },
  smallInt64: { type: 'Int64', value: '5' },
  least: { type: 'Int64', value: '-9223372036854775808' },
  most: { type: 'Int64', value: '9223372036854775807' },
  time: { type: 'DateTime', value: '2014-07-31T18:00:00.1234567Z' },
  wholeTime: { type: 'DateTime', value: '2014-07-31T18:00:00Z' },
  guid: { type: 'Guid', value: '0F8FAD5B-D9CB-469F-A165-70867728950E' },
  guidAsText: { type: 'String', value: '0f8fad5b-d9cb-469f-a165-70867728950e' },
  timeAsText: { type: 'String', value: '2014-07-31T18:00:00Z' },
  flag: { type: 'Boolean', value: 'false' },
  bytes: { type: 'Binary', value: 'AAEC' },
  noBytes: { type: 'Binary', value: '' },
  empty: { type: 'String', value: '' },
};

describe('a row that another client wrote', () => {
  beforeEach(() => raw.createEntity({ partitionKey: 'p', rowKey: 'r', ...EXACT }));

  it('is read with exact values and types', async () => {
    const bag = await bags.getOrThrow('p', 'r');
    expect([bag.partitionKey, bag.rowKey]).toEqual(['p', 'r']);
    expect(Object.fromEntries(bag)).toEqual({
      wholeDouble: 5,
      hugeDouble: 1e20,
      nan: Number.NaN,
      infinity: Number.NEGATIVE_INFINITY,
      int: 5,
      smallInt64: 5n,
      least: -(2n ** 63n),
      most: 2n ** 63n - 1n,
      time: '2014-07-31T18:00:00.1234567Z',
      wholeTime: '2014-07-31T18:00:00.0000000Z',
      guid: '0F8FAD5B-D9CB-469F-A165-70867728950E',
      guidAsText: '0f8fad5b-d9cb-469f-a165-70867728950e',
      timeAsText: '2014-07-31T18:00:00Z',
      flag: false,
      bytes: Uint8Array.of(0, 1, 2),
      noBytes: new Uint8Array(),
      empty: '',
    });
    const types = Object.fromEntries(bag.names().map((name) => [name, bag.typeOf(name)?.slice(4)]));
    expect(types).toEqual(Object.fromEntries(Object.entries(EXACT).map(([name, { type }]) => [name, type])));
    expect(bag.date('time')).toEqual(new Date('2014-07-31T18:00:00.123Z'));
    expect(bag.ticks('time')).toBe(635424264001234567n);
    expect([bag.date('timeAsText'), bag.date('none'), bag.get('none'), bag.typeOf('none')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is the same row after a column was removed, and after it was put in place', async () => {
    const bag = await bags.getOrThrow('p', 'r');
    expect([bag.delete('empty'), bag.delete('empty')]).toEqual([true, false]);
    const { empty: _, ...rest } = EXACT;
    const sent = await bodies(() => bags.update(bag));
    expect(sent.map(([method]) => method)).toEqual(['PUT']);
    expect(await rawCells(raw, 'p', 'r')).toEqual(rest);
    await bags.replace(await bags.getOrThrow('p', 'r'));
    expect(await rawCells(raw, 'p', 'r')).toEqual(rest);
  });

  it('gets its changed columns merged, each of the type that it had', async () => {
    const bag = await bags.getOrThrow('p', 'r');
    bag.set('wholeDouble', 6).set('int', 6).set('smallInt64', 6n).set('time', new Date(0)).set('empty', 'x');
    const expected =
      '{"wholeDouble":6.0,"wholeDouble@odata.type":"Edm.Double","int":6,"smallInt64":"6","smallInt64@odata.type":"Edm.Int64","time":"1970-01-01T00:00:00.0000000Z","time@odata.type":"Edm.DateTime","empty":"x"}';
    expect(await bodies(() => bags.update(bag))).toEqual([['PATCH', expected]]);
    expect(await bodies(() => bags.update(bag))).toEqual([]);
  });

  it('is left alone when nothing changed, also where it was only spelled otherwise', async () => {
    const bag = await bags.getOrThrow('p', 'r');
    bag
      .set('guid', '0f8fad5b-d9cb-469f-a165-70867728950e')
      .set('wholeTime', new Date('2014-07-31T18:00:00Z'));
    bag
      .set('nan', Number.NaN)
      .set('bytes', Uint8Array.of(0, 1, 2))
      .set('int', 5, 'Edm.Int32');
    bag.set('text', 'x').delete('text');
    expect(await bodies(() => bags.update(bag))).toEqual([]);
    expect(await bodies(() => bags.update(bag.set('int', 5, 'Edm.Double')))).toEqual([
      ['PATCH', '{"int":5.0,"int@odata.type":"Edm.Double"}'],
    ]);
  });

  it('cannot be changed through a value that was read', async () => {
    const bag = await bags.getOrThrow('p', 'r');
    (bag.get('bytes') as Uint8Array).fill(9);
    expect(bag.get('bytes')).toEqual(Uint8Array.of(0, 1, 2));
  });
});

const EDM: Readonly<Record<string, EdmType>> = {
  int32: 'Edm.Int32',
  double: 'Edm.Double',
  level: 'Edm.Int32',
};

describe('a bag that we wrote', () => {
  it('is what the official client reads, and comes back as it was', async () => {
    const values = arbitrary.values.map(({ json: _, point: __, ...rest }) => rest);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const bag = new PropertyBag('p', `row${count++}`);
        for (const [name, value] of Object.entries(given)) {
          const type = name === 'ticks' ? 'Edm.DateTime' : name === 'guid' ? 'Edm.Guid' : EDM[name];
          bag.set(name, value as string, type);
        }
        await bags.insert(bag);
        const cells = cellsOf(given);
        // Times are written with all their decimals.
        if (given.dateTime) {
          const value = cells['dateTime']!.value.replace('Z', '0000Z');
          cells['dateTime'] = { type: 'DateTime', value };
        }
        expect(await rawCells(raw, 'p', bag.rowKey)).toEqual(cells);
        const read = await bags.getOrThrow('p', bag.rowKey);
        expect([...read].toSorted(byName)).toEqual([...bag].toSorted(byName));
        expect(read.names().map((name) => read.typeOf(name))).toEqual(
          read.names().map((name) => bag.typeOf(name)),
        );
        expect(read.ticks('ticks')).toBe(given.ticks);
        // Read, taken apart, and written anew: nothing may be lost on the way.
        const copy = new PropertyBag('p', `row${count++}`);
        for (const [name, value] of read) copy.set(name, value, read.typeOf(name));
        await bags.upsert(copy, { mode: 'replace' });
        expect(await rawCells(raw, 'p', copy.rowKey)).toEqual(cells);
      }),
      { numRuns: 60 },
    );
  });
});

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

describe('writes', () => {
  const bag = (text = 'a') => new PropertyBag('p', 'r').set('text', text);

  it('take one request each, and remember the ETag', async () => {
    const own = bag();
    expect(etagOf(own)).toBeUndefined();
    const sent = await bodies(async () => {
      await bags.insert(own);
      await bags.update(own.set('text', 'b'));
      await bags.replace(own.set('more', true));
      await bags.update(own.set('text', 'c'));
      await bags.delete(own);
    });
    expect(sent.map(([method]) => method)).toEqual(['POST', 'PATCH', 'PUT', 'PATCH', 'DELETE']);
    expect(await bags.get('p', 'r')).toBeUndefined();
    await expect(bags.getOrThrow('p', 'r')).rejects.toThrow(EntityNotFoundError);
  });

  it('refuse to overwrite what they have not seen', async () => {
    await bags.insert(bag());
    await expect(bags.insert(bag())).rejects.toThrow(EntityExistsError);
    await expect(bags.update(bag('x'))).rejects.toThrow(MissingETagError);
    await expect(bags.replace(bag('x'))).rejects.toThrow(MissingETagError);
    await expect(bags.delete(bag('x'))).rejects.toThrow(MissingETagError);
    const [mine, theirs] = [await bags.getOrThrow('p', 'r'), await bags.getOrThrow('p', 'r')];
    await bags.update(theirs.set('text', 'theirs'));
    await expect(bags.update(mine.set('text', 'mine'))).rejects.toThrow(EntityChangedError);
    await expect(bags.replace(mine)).rejects.toThrow(EntityChangedError);
    await expect(bags.delete(mine)).rejects.toThrow(EntityChangedError);
    mine.delete('text');
    await expect(bags.update(mine)).rejects.toThrow(EntityChangedError);
    expect((await bags.get('p', 'r'))?.get('text')).toBe('theirs');
  });

  it('go through with an ETag or force, and keep what they do not know', async () => {
    await raw.createEntity({ partitionKey: 'p', rowKey: 'r', text: 'a', other: 1 });
    const etag = etagOf(await bags.getOrThrow('p', 'r'))!;
    const carried = await bags.update(bag('b'), { ifMatch: etag });
    expect(etagOf(carried)).not.toBe(etag);
    await bags.update(carried.set('more', 'x'));
    await bags.update(bag('c'), { force: true });
    expect(Object.fromEntries((await bags.getOrThrow('p', 'r')).names().map((n) => [n, 1]))).toEqual({
      text: 1,
      other: 1,
      more: 1,
    });
    await bags.upsert(bag('d'));
    expect((await bags.getOrThrow('p', 'r')).get('other')).toBe(1);
    expect(await bags.delete({ partitionKey: 'p', rowKey: 'r' }, { force: true })).toBe(true);
    expect(await bags.delete({ partitionKey: 'p', rowKey: 'r' }, { force: true })).toBe(false);
  });

  it('by force take a column away and keep what others wrote since', async () => {
    await raw.createEntity({ partitionKey: 'p', rowKey: 'r', text: 'a', gone: 1 });
    const mine = await bags.getOrThrow('p', 'r');
    await raw.updateEntity(
      { partitionKey: 'p', rowKey: 'r', since: { type: 'Double', value: '3' } },
      'Merge',
    );
    mine.delete('gone');
    await bags.update(mine.set('text', 'b'), { force: true });
    expect(await rawCells(raw, 'p', 'r')).toEqual({
      text: { type: 'String', value: 'b' },
      since: { type: 'Double', value: '3' },
    });
    // It has not seen the column that came in between: its next write must not pretend that it had.
    await expect(bags.update(mine.set('text', 'c'))).rejects.toThrow(EntityChangedError);
  });

  it('after an upsert that merged, take away a column of the bag, and keep those that it does not know', async () => {
    await raw.createEntity({ partitionKey: 'p', rowKey: 'r', other: { type: 'Double', value: '3' } });
    const own = await bags.upsert(bag('a').set('n', 1, 'Edm.Int32'));
    expect(await bodies(() => bags.update(own))).toEqual([]);
    own.delete('n');
    const methods = (await bodies(() => bags.update(own))).map(([method]) => method);
    expect(methods).toEqual(['GET', 'PUT']);
    const other = { type: 'Double', value: '3' };
    expect(await rawCells(raw, 'p', 'r')).toEqual({ text: { type: 'String', value: 'a' }, other });
    // It still does not know them all.
    own.delete('text');
    await bags.update(own.set('n', 2, 'Edm.Int32'));
    expect(await rawCells(raw, 'p', 'r')).toEqual({ n: { type: 'Int32', value: '2' }, other });
    expect(await bodies(() => bags.update(own.set('n', 3)))).toEqual([['PATCH', '{"n":3}']]);
  });

  it('after an upsert that merged, are refused once others changed the row', async () => {
    const own = await bags.upsert(bag('a').set('n', 1, 'Edm.Int32'));
    await raw.updateEntity({ partitionKey: 'p', rowKey: 'r', since: 1 }, 'Merge');
    own.delete('n');
    await expect(bags.update(own)).rejects.toThrow(EntityChangedError);
    expect((await bags.getOrThrow('p', 'r')).names().toSorted()).toEqual(['n', 'since', 'text']);
  });

  it('do not carry what was changed while they were under way as stored', async () => {
    const own = bag();
    const writing = bags.insert(own);
    own.set('text', 'later');
    await writing;
    expect(await bodies(() => bags.update(own))).toEqual([['PATCH', '{"text":"later"}']]);
  });

  it('belong to their table: an ETag of another one does not count', async () => {
    const others = new PropertyBags(storage.store(), { table: storage.emulator.uniqueName('Others') });
    const own = await bags.insert(bag());
    await expect(others.replace(own)).rejects.toThrow(MissingETagError);
  });

  it('notice keys that were changed behind their back', async () => {
    const own = await bags.insert(bag());
    Object.assign(own, { rowKey: 'other' });
    await expect(bags.replace(own)).rejects.toThrow(KeyChangedError);
    await expect(bags.upsert(own)).rejects.toThrow(KeyChangedError);
    await expect(bags.delete(own)).rejects.toThrow(KeyChangedError);
  });
});

describe('columns with hostile names', () => {
  const members = [
    '"__proto__":5.0',
    '"constructor":"c"',
    '"toString":"7","toString@odata.type":"Edm.Int64"',
    '"etag":"e"',
    '"partitionKey":"pk"',
    '"odata":"like"',
    '"odata_type":true',
    '"hasOwnProperty":1',
    '"value":"{\\"__proto__\\":1.0}"',
    '"tw__version":2',
  ].join(',');

  it('are columns like any others', async () => {
    storage.emulator.http.inject(reply(rowText('p', 'r', members)));
    const bag = await bags.getOrThrow('p', 'r');
    const types = Object.fromEntries(bag.names().map((name) => [name, bag.typeOf(name)]));
    expect(Object.entries(types).toSorted()).toEqual(
      [
        ['__proto__', 'Edm.Double'],
        ['constructor', 'Edm.String'],
        ['toString', 'Edm.Int64'],
        ['etag', 'Edm.String'],
        ['partitionKey', 'Edm.String'],
        ['odata', 'Edm.String'],
        ['odata_type', 'Edm.Boolean'],
        ['hasOwnProperty', 'Edm.Int32'],
        ['value', 'Edm.String'],
        ['tw__version', 'Edm.Int32'],
      ].toSorted(),
    );
    expect([bag.get('__proto__'), bag.get('toString'), bag.partitionKey]).toEqual([5, 7n, 'p']);
    expect([bag.get('valueOf'), bag.has('valueOf')]).toEqual([undefined, false]);
  });

  it('can be changed and removed, and the others are sent along as they were', async () => {
    storage.emulator.http.inject(reply(rowText('p', 'r', members)));
    const bag = await bags.getOrThrow('p', 'r');
    bag.set('__proto__', 6).delete('constructor');
    storage.emulator.http.inject(reply('', 204, { etag: 'W/"1"' }));
    const [sent] = await bodies(() => bags.update(bag));
    expect(sent![0]).toBe('PUT');
    expect(sent![1]).toContain('"__proto__":6.0,"__proto__@odata.type":"Edm.Double"');
    expect(sent![1]).toContain('"toString":"7","toString@odata.type":"Edm.Int64"');
    expect(sent![1]).not.toContain('constructor');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
