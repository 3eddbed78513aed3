import { Entity, Int32, key, Repository, Text, verify } from '@tablewright/core';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
let surveys: Surveys;
let table: string;
beforeEach(async () => {
  table = storage.emulator.uniqueName('Query');
  surveys = new Surveys(storage.store(), { table });
  await surveys.context.store.createTable(table);
});

describe('paging', () => {
  it('all sizes give the same', async () => {
    const wanted = [
      survey(1, 250, 30),
      survey(2, 3),
      survey(3, 250, 70, 20),
      survey(4, 250, 70, 9_000),
      survey(5, 2),
    ];
    for (const one of wanted) await surveys.insert(one);
    const expected = wanted.map(valuesOf);
    const q = () => surveys.query({ region: 'north' }).scan('partition');
    for (let size = 1; size <= 7; size++) {
      expect((await q().take(size).all()).map(valuesOf)).toEqual(expected.slice(0, size));
      const found: unknown[] = [];
      let token: string | undefined;
      do {
        const page = (await q().page({ size, ...(token !== undefined && { token }) })) as {
          items: readonly object[];
          token?: string;
        };
        found.push(...page.items.map(valuesOf));
        token = page.token;
      } while (token);
      expect(found).toEqual(expected);
    }
    const streamed: unknown[] = [];
    for await (const one of q()) streamed.push(valuesOf(one));
    expect(streamed).toEqual(expected);
    expect(await q().count()).toBe(5);
    expect(
      (
        await q()
          .where({ n001: { gt: 5 } } as never)
          .all()
      ).length,
    ).toBeGreaterThan(0);
    expect(
      (await surveys.getMany([{ region: 'north', id: 5 }, key1, { region: 'north', id: 9 }, key1])).map(
        valuesOf,
      ),
    ).toEqual([expected[4], expected[0], {}, expected[0]]);
  });
});

describe('strange names', () => {
  it('unknown columns called like members of objects', async () => {
    await surveys.insert(survey(1, 250, 30));
    const raw = storage.emulator.rawTable(table);
    const rows: string[] = [];
    for await (const { rowKey } of raw.listEntities()) rows.push(String(rowKey));
    for (const rowKey of rows) {
      await raw.updateEntity(
        {
          partitionKey: 'north',
          rowKey,
          ...(rowKey.includes(' ') ? { toString_: 'a', constructor: 'b', valueOf: 'c' } : {}),
        } as never,
        'Merge',
      );
    }
    const seen: Record<string, unknown> = {};
    for await (const row of raw.listEntities()) Object.assign(seen, row);
    const one = await surveys.getOrThrow(key1);
    await surveys.update(one, { t29: 'x' });
    const grown = await surveys.getOrThrow(key1);
    await surveys.update(grown, {
      t00: 'y'.repeat(30_000),
      t01: 'z'.repeat(30_000),
      t02: 'z'.repeat(30_000),
    });
    await surveys.update(
      await surveys.getOrThrow(key1),
      Object.fromEntries(
        Array.from({ length: 30 }, (_, i) => [`n${String(i).padStart(3, '0')}`, null]),
      ) as never,
    );
    await surveys.update(
      await surveys.getOrThrow(key1),
      Object.fromEntries(
        Array.from({ length: 30 }, (_, i) => [`t${String(i).padStart(2, '0')}`, null]),
      ) as never,
    );
    const all: Record<string, unknown> = {};
    for await (const row of raw.listEntities()) Object.assign(all, row);
    expect(all).toMatchObject({ toString_: 'a' });
  });
});

describe('text keys', () => {
  @Entity({ table: 'Names' })
  class Person {
    static readonly key = key({ partition: '{team}', row: 'p_{name}' });
    @Text() team!: string;
    @Text() name!: string;
    @Int32() n?: number;
    @Text() a0?: string;
    @Text() a1?: string;
    @Text() a2?: string;
    @Text() a3?: string;
    @Text() a4?: string;
    @Text() a5?: string;
    @Text() a6?: string;
    @Text() a7?: string;
    @Text() a8?: string;
    @Text() a9?: string;
    @Text() b0?: string;
    @Text() b1?: string;
    @Text() b2?: string;
    @Text() b3?: string;
    @Text() b4?: string;
    @Text() b5?: string;
    @Text() b6?: string;
    @Text() b7?: string;
    @Text() b8?: string;
    @Text() b9?: string;
  }
  class People extends Repository(Person).with(WideEntity()) {}
  const texts = () =>
    Object.fromEntries(
      [...'ab'].flatMap((l) => Array.from({ length: 10 }, (_, i) => [`${l}${i}`, 'x'.repeat(30_000)])),
    );
  it('with spaces, all wide', async () => {
    const people = new People(storage.store(), { table });
    const names = ['a', 'a  b', 'a b', 'a b c', 'a!', 'ab'];
    for (const name of names) await people.insert({ team: 't', name, ...texts() });
    const all = await people.query({ team: 't' }).scan('partition').all();
    expect(all.map(({ name, b9 }) => [name, b9?.length])).toEqual(
      [...names].sort().map((name) => [name, 30_000]),
    );
    for (const name of names) {
      expect((await people.query({ team: 't', name }).all()).map((one) => one.name)).toEqual([name]);
      expect((await people.query({ team: 't', name }).take(1).all()).map((one) => one.name)).toEqual([name]);
      expect(await people.query({ team: 't', name }).count()).toBe(1);
      expect((await people.get({ team: 't', name }))?.b9?.length).toBe(30_000);
    }
    const some = await people
      .query({ team: 't' })
      .where({ name: { in: ['a', 'a b', 'ab'] } } as never)
      .all();
    expect(some.map(({ name }) => name)).toEqual(['a', 'a b', 'ab']);
    expect((await verify(people)).clean).toBe(true);
    await people.delete({ team: 't', name: 'a' }, { force: true });
    expect((await people.query({ team: 't' }).scan('partition').all()).map(({ name }) => name)).toEqual(
      [...names].sort().slice(1),
    );
  });
});
