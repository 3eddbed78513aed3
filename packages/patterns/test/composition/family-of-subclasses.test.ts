import {
  Entity,
  Int32,
  key,
  PropertyBags,
  Repository,
  repair,
  Text,
  transaction,
  verify,
} from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { Inheritance } from '@tablewright/patterns/inheritance';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();

/** What version 1 of the classes called `name` is `fullName` today. */
const upgrade = {
  1: ({ name, ...columns }: Record<string, unknown>) => ({ ...columns, fullName: name }),
} as never;

@Entity({ table: 'Company', discriminator: 'kind', version: 2, upgrade })
abstract class Staff {
  static readonly key = key({ partition: '{site}', row: 'emp_{id:04}' });
  @Text() site!: string;
  @Int32() id!: number;
  @Text() fullName?: string;
}

@Entity({ table: 'Company', type: 'engineer', discriminator: 'kind', version: 2, upgrade })
class Engineer extends Staff {
  @Text() language?: string;
}

@Entity({ table: 'Company', type: 'manager', discriminator: 'kind', version: 2, upgrade })
class Manager extends Staff {
  @Text() team?: string;
  @Text() a?: string;
  @Text() b?: string;
  @Text() c?: string;
  @Text() d?: string;
  @Text() e?: string;
  @Text() f?: string;
  @Text() g?: string;
  @Text() h?: string;
  @Text() i?: string;
  @Text() j?: string;
  @Text() k?: string;
  @Text() l?: string;
  @Text() m?: string;
  @Text() n?: string;
  @Text() o?: string;
  @Text() p?: string;
  @Text() q?: string;
  @Text() r?: string;
}

@Entity({ table: 'Company', type: 'review', discriminator: 'kind' })
class Review {
  static readonly key = key({ partition: '{site}', row: 'emp_{id:04}_{year:04}' });
  @Text() site!: string;
  @Int32() id!: number;
  @Int32() year!: number;
  @Int32() stars!: number;
}

class Reviews extends Repository(Review).with(
  IntraPartitionIndex({ byStars: { row: 'stars_{stars:01}', project: [] } }),
) {}

class Engineers extends Repository(Engineer)
  .with(IntraPartitionIndex({ byLanguage: { row: 'lang_{language}', project: ['fullName'] } }))
  .with(CompoundKey({ reviews: Reviews })) {}

class Managers extends Repository(Manager)
  .with(WideEntity())
  .with(IntraPartitionIndex({ byTeam: { row: 'team_{team}', unique: true, project: ['fullName'] } }))
  .with(CompoundKey({ reviews: Reviews })) {}

class Company extends Inheritance(Staff, [Engineers, Managers]) {}

const north = (id: number) => ({ site: 'north', id });
const chapters = Object.fromEntries([...'abcdefghijklmnopqr'].map((name) => [name, name.repeat(32_000)]));
const ann = () => Object.assign(new Engineer(), { ...north(1), fullName: 'Ann', language: 'ts' });
const bob = () => Object.assign(new Manager(), { ...north(2), fullName: 'Bob', team: 'blue', ...chapters });

let company: Company;
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Company');
  company = new Company(storage.store(), { table });
  await company.of(Engineer).insertFamily(ann(), {
    reviews: [
      { year: 2012, stars: 4 },
      { year: 2013, stars: 5 },
    ],
  });
  await company.of(Manager).insertFamily(bob(), { reviews: [{ year: 2013, stars: 1 }] });
});

describe('index, compound key, inheritance, wide entity, versions and upgraders on one table', () => {
  it('each way to read gives whole entities of their own classes', async () => {
    const found = await company.query({ site: 'north' }).scan('partition').all();
    expect(found.map((one) => [one.constructor, one.fullName])).toEqual([
      [Engineer, 'Ann'],
      [Manager, 'Bob'],
    ]);
    expect((found[1] as Manager).r).toHaveLength(32_000);
    const someone = await company.getOrThrow(north(2));
    expect(someone).toBeInstanceOf(Manager);
    expect((someone as Manager).r).toBe(chapters['r']);
    const { parent, reviews } = await company.of(Manager).family(north(2));
    expect(parent?.a).toHaveLength(32_000);
    expect(reviews.map(({ year, stars }) => [year, stars])).toEqual([[2013, 1]]);
    expect((await company.of(Engineer).family(north(1))).reviews).toHaveLength(2);
    expect(
      (await company.of(Engineer).byLanguage.query({ site: 'north', language: 'ts' }).all())[0]?.id,
    ).toBe(1);
    expect((await company.of(Manager).byTeam.get({ site: 'north', team: 'blue' }))?.fullName).toBe('Bob');
    expect(await company.of(Engineer).reviews.byStars.query({ site: 'north', stars: 1 }).count()).toBe(1);
  });

  it('writes through the family keep indexes and further rows', async () => {
    await company.update(north(2), { fullName: 'Bo' });
    await company.modify(north(2), (one) => {
      if (one instanceof Manager) one.r = 'short';
    });
    const bo = await company.getOrThrow(north(2));
    expect(bo).toMatchObject({ fullName: 'Bo', r: 'short' });
    expect((await company.of(Manager).byTeam.get({ site: 'north', team: 'blue' }))?.fullName).toBe('Bo');
    await transaction()
      .update(company.of(Engineer), north(1), { language: 'go' })
      .insert(company.of(Engineer).reviews, { ...north(1), year: 2014, stars: 2 })
      .update(company.of(Manager), north(2), { team: 'red' })
      .commit();
    expect((await company.of(Manager).byTeam.get({ site: 'north', team: 'red' }))?.id).toBe(2);
    for (const repository of [company.of(Engineer), company.of(Manager), company.of(Engineer).reviews]) {
      expect((await verify(repository as never)).clean).toBe(true);
    }
    await company.delete(await company.getOrThrow(north(2)));
    const left = Object.keys(await storedRows(storage.emulator, table, 'north'));
    expect(left.filter((rowKey) => rowKey.startsWith('emp_0002'))).toEqual(['emp_0002_2013']);
    expect(left.some((rowKey) => rowKey.startsWith('team_'))).toBe(false);
  });

  it('rows of yesterday are read, found and mended', async () => {
    const raw = storage.emulator.rawTable(table);
    await raw.createEntity({
      partitionKey: 'north',
      rowKey: 'emp_0007',
      kind: 'engineer',
      name: 'Old',
      language: 'c',
    });
    const old = await company.getOrThrow(north(7));
    expect(old).toBeInstanceOf(Engineer);
    expect(old.fullName).toBe('Old');
    const engineers = company.of(Engineer);
    expect((await verify(engineers)).counts.missing).toBe(1);
    expect((await repair(engineers)).mended.missing).toBe(1);
    const [copy] = await engineers.byLanguage.query({ site: 'north', language: 'c' }).all();
    expect(copy).toMatchObject({ id: 7, fullName: 'Old' });
    await company.update(await company.getOrThrow(north(7)), { fullName: 'New' });
    const bag = await new PropertyBags(storage.store(), { table }).getOrThrow('north', 'emp_0007');
    expect(bag.names()).toEqual(expect.arrayContaining(['fullName', 'tw__version']));
    expect(bag.names()).not.toContain('name');
  });

  it('damage is found and mended where it is, and nowhere else', async () => {
    const before = await storedRows(storage.emulator, table, 'north');
    const raw = storage.emulator.rawTable(table);
    await raw.deleteEntity('north', 'team_blue');
    const star = Object.keys(before).find((rowKey) => rowKey.startsWith('stars_5'))!;
    await raw.deleteEntity('north', star);
    expect((await repair(company.of(Engineer))).mended).toMatchObject({ missing: 0, stray: 0 });
    expect((await repair(company.of(Manager))).mended).toMatchObject({ missing: 1, stray: 0 });
    expect((await repair(company.of(Engineer).reviews)).mended).toMatchObject({ missing: 1, stray: 0 });
    expect(await storedRows(storage.emulator, table, 'north')).toEqual(before);
  });
});
