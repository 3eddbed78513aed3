import type { TableClient } from '@azure/data-tables';
import { etagOf, PropertyBag, PropertyBags, SYSTEM_PREFIX } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Employee, People } from './support/people.js';

const storage = useStorage();
let table: string;
let raw: TableClient;
let bags: PropertyBags;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Bags');
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
  bags = new PropertyBags(storage.store(), { table });
});

async function fill(keys: readonly (readonly [string, string])[]): Promise<void> {
  for (const [partitionKey, rowKey] of keys) await raw.createEntity({ partitionKey, rowKey, half: 0.5 });
}

const keysOf = (items: readonly PropertyBag[]) => items.map((bag) => `${bag.partitionKey}/${bag.rowKey}`);
const SOME = [
  ['a', '1'],
  ['a', '2'],
  ['a', '3'],
  ['b', '1'],
  ['b', `${SYSTEM_PREFIX}own`],
  ['c', '2'],
] as const;

describe('a listing of bags', () => {
  it('sends exactly what its plan says, once it is read', async () => {
    await fill(SOME);
    const query = bags.list({ partitionKey: 'a', rowKey: { ge: '2' } });
    expect(query.explain()).toMatchObject({ access: 'range', requests: { least: 1 }, path: 'primary' });
    expect(storage.emulator.http.requests).toEqual([]);
    const { result, requests } = await storage.emulator.http.record(() => query.all());
    expect(keysOf(result)).toEqual(['a/2', 'a/3']);
    const [part] = query.explain().parts;
    const sent = requests.map(({ url }) => new URL(url).searchParams.get('$filter'));
    expect(sent).toEqual([part?.kind === 'scan' ? part.filter : undefined]);
  });

  it('gives bags that can be written', async () => {
    await fill(SOME);
    for await (const bag of bags.list({ scan: 'table' })) {
      expect(etagOf(bag)).toBe((await raw.getEntity(bag.partitionKey, bag.rowKey)).etag);
      await bags.update(bag.set('half', 1));
    }
    const row = await raw.getEntity('c', '2');
    expect(row['half']).toBe(1);
    expect((await raw.getEntity('b', `${SYSTEM_PREFIX}own`))['half']).toBe(0.5);
  });

  it('is read in pages whose tokens go on where they ended', async () => {
    await fill(SOME);
    const query = () => bags.list({ scan: 'table' });
    const found: string[] = [];
    let token: string | undefined;
    do {
      const page = await query().page({ size: 2, token });
      found.push(...keysOf(page.items));
      token = page.token;
    } while (token !== undefined);
    expect(found).toEqual(['a/1', 'a/2', 'a/3', 'b/1', 'c/2']);
    const sizes: number[] = [];
    for await (const { items } of query().pages({ size: 3 })) sizes.push(items.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  });

  it('refuses tokens of another listing, of another table, and what is none', async () => {
    await fill(SOME);
    const { token } = await bags.list({ scan: 'table' }).page({ size: 1 });
    const others = new PropertyBags(storage.store(), { table: storage.emulator.uniqueName('Others') });
    const { requests } = await storage.emulator.http.record(async () => {
      for (const query of [
        bags.list({ partitionKey: 'a' }),
        bags.list({ scan: 'table', rowKey: { ge: '2' } }),
        others.list({ scan: 'table' }),
        new People(storage.store(), { table }).query({ scan: 'table' }),
      ]) {
        await expect(query.page({ token })).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
      }
      for (const bad of ['', 'x', '{}', token!.slice(5), 'A'.repeat(99_999), null as never, 5 as never]) {
        await expect(bags.list({ scan: 'table' }).page({ token: bad })).rejects.toMatchObject({
          code: 'TOKEN_INVALID',
        });
      }
    });
    expect(requests).toEqual([]);
  });

  it('has a first item, and none when there is none', async () => {
    await fill(SOME);
    const { result, requests } = await storage.emulator.http.record(() =>
      bags.list({ scan: 'table', rowKey: { ge: '2' } }).first(),
    );
    expect(result?.rowKey).toBe('2');
    expect(requests.map(({ url }) => new URL(url).searchParams.get('$top'))).toEqual(['1']);
    expect(await bags.list({ partitionKey: 'z' }).first()).toBeUndefined();
    expect(await bags.list({ partitionKey: 'a', rowKey: { lt: '' } }).first()).toBeUndefined();
    const none = new PropertyBags(storage.store(), { table: storage.emulator.uniqueName('None') });
    expect(await none.list({ scan: 'table' }).all()).toEqual([]);
  });

  it('survives empty pages, and ends with its signal or with the loop', async () => {
    await fill(SOME);
    storage.emulator.http.inject(faults.emptyPage(), { times: 2 });
    expect((await bags.list({ partitionKey: 'a' }).all()).length).toBe(3);
    const controller = new AbortController();
    const seen: string[] = [];
    const aborted = async () => {
      for await (const bag of bags.list({ partitionKey: 'a' }).iterate({ signal: controller.signal })) {
        seen.push(bag.rowKey);
        controller.abort();
      }
    };
    await expect(aborted()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(seen).toEqual(['1']);
    const { requests } = await storage.emulator.http.record(async () => {
      for await (const bag of bags.list({ partitionKey: 'a' })) {
        expect(bag).toBeInstanceOf(PropertyBag);
        break;
      }
    });
    expect(requests.length).toBe(1);
  });

  it('reads more rows than one page of the service holds', async () => {
    const rows = Array.from({ length: 1_050 }, (_, index) => index);
    for (let at = 0; at < rows.length; at += 100) {
      await raw.submitTransaction(
        rows
          .slice(at, at + 100)
          .map((index) => [
            'create',
            { partitionKey: 'Sales', rowKey: `emp_${String(index).padStart(6, '0')}` },
          ]),
      );
    }
    const { result, requests } = await storage.emulator.http.record(() =>
      new People(storage.store(), { table }).query({ partition: { department: 'Sales' } }).all(),
    );
    expect(result.map((item) => (item instanceof Employee ? item.id : undefined))).toEqual(rows);
    expect(requests.length).toBe(2);
  });
});

describe('bounds', () => {
  /** Characters around which text of UTF-16 has its pitfalls. */
  const unit = fc.constantFrom(
    'a',
    'b',
    "'",
    '~',
    '\u00a0',
    '\ud7ff',
    '\u{10000}',
    '\u{10ffff}',
    '\ue000',
    '\uffed',
  );
  const text = fc.string({ unit, maxLength: 3 });

  it('mean what they say, for every text', async () => {
    const rows = fc.uniqueArray(text, { maxLength: 12 });
    const bounds = fc.record({ startsWith: text, ge: text, lt: text }, { requiredKeys: [] });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(rows, fc.array(bounds, { minLength: 3, maxLength: 3 }), async (keys, asked) => {
        const partitionKey = `p${count++}`;
        await fill(keys.map((rowKey) => [partitionKey, rowKey]));
        for (const rowKey of asked) {
          const { startsWith = '', ge = '', lt } = rowKey;
          const expected = keys
            .filter((key) => key.startsWith(startsWith) && key >= ge && (lt === undefined || key < lt))
            .toSorted();
          const found = await bags.list({ partitionKey, rowKey }).all();
          expect(found.map((bag) => bag.rowKey)).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });
});
