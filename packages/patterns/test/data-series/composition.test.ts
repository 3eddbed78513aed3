import { Entity, Int32, key, MixedTable, Repository, Text, verify } from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { DataSeries, wholeNumbers } from '@tablewright/patterns/data-series';
import { Inheritance } from '@tablewright/patterns/inheritance';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const discriminator = 'Kind';
const steps = {
  slots: wholeNumbers(0, 9),
  type: 'int32',
  column: 'Step{slot}',
  missing: 0,
  perRow: 4,
} as const;

@Entity({ table: 'Pets', discriminator })
class Visit {
  static readonly key = key({ partition: '{home}', row: 'pet_{id:03}_{no:02}' });
  @Text() home!: string;
  @Int32() id!: number;
  @Int32() no!: number;
}
class Visits extends Repository(Visit).with(DataSeries({ pulse: { ...steps, column: 'Pulse{slot}' } })) {}

@Entity({ table: 'Pets', discriminator })
class Pet {
  static readonly key = key({ partition: '{home}', row: 'pet_{id:03}' });
  @Text() home!: string;
  @Int32() id!: number;
  @Text() name?: string;
}

@Entity({ table: 'Pets', discriminator })
class Dog extends Pet {
  @Int32() tricks?: number;
}

@Entity({ table: 'Pets', discriminator })
class Cat extends Pet {
  @Int32() lives?: number;
}

class Dogs extends Repository(Dog)
  .with(DataSeries({ walks: steps }))
  .with(CompoundKey({ visits: Visits })) {}
class Cats extends Repository(Cat).with(
  DataSeries({ naps: { ...steps, column: 'Nap{slot}', perRow: 20 } }),
) {}
class Pets extends Inheritance(Pet, [Dogs, Cats]) {}

const rex = { home: 'h', id: 1 };
const tom = { home: 'h', id: 2 };
let table: string;
let dogs: Dogs;
let pets: Pets;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Pets');
  const store = storage.store();
  dogs = new Dogs(store, { table });
  pets = new Pets(store, { table });
  await dogs.insertFamily({ ...rex, name: 'Rex' }, { visits: [{ no: 1 }, { no: 2 }] });
  await pets.insert(Object.assign(new Cat(), tom, { name: 'Tom' }));
  await dogs.walks.increment(rex, 1, 5);
  await dogs.walks.increment(rex, 9, 7);
  await new Visits(store, { table }).pulse.set({ ...rex, no: 1 }, 8, 80);
  await pets.of(Cat).naps.set(tom, 3, 33);
});

describe('series of members of a family', () => {
  it('do not get in the way when it is read', async () => {
    const { parent, visits } = await dogs.family(rex);
    expect([parent?.name, visits.map(({ no }) => no)]).toEqual(['Rex', [1, 2]]);
    const all = await pets.query({ home: 'h' }).scan('partition').all();
    expect(all.map((one) => [one.constructor, one.name])).toEqual([
      [Dog, 'Rex'],
      [Cat, 'Tom'],
    ]);
    expect((await pets.get(rex))?.name).toBe('Rex');
    const mixed = new (MixedTable([Dogs, Cats, Visits]))(storage.store(), { table });
    expect((await mixed.query({ partitionKey: 'h' }).all()).map((one) => one.constructor)).toEqual([
      Dog,
      Visit,
      Visit,
      Cat,
    ]);
    for (const each of [dogs, new Cats(storage.store(), { table }), new Visits(storage.store(), { table })]) {
      expect(await verify(each as Dogs)).toMatchObject({ clean: true });
    }
  });

  it('stay whatever is written through it, and go with it', async () => {
    await pets.replace(Object.assign(new Dog(), rex, { name: 'Max' }), { force: true });
    await pets.upsert(Object.assign(new Cat(), tom, { lives: 9 }), { mode: 'replace' });
    const walks = await pets.of(Dog).walks.get(rex);
    expect([walks.at(1), walks.at(9)]).toEqual([5, 7]);
    expect((await pets.of(Cat).naps.get(tom)).at(3)).toBe(33);
    await expect(pets.of(Cat).naps.set(rex, 1, 1)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await dogs.deleteFamily(rex);
    await pets.delete(tom, { force: true });
    expect(await storedRows(storage.emulator, table, 'h')).toEqual({});
  });
});

it('is refused where another member takes several rows in another way', () => {
  class WideCats extends Repository(Cat).with(WideEntity()) {}
  expect(() => Inheritance(Pet, [Dogs, WideCats])).toThrow(/by WideEntity, and those of Dog by DataSeries/);
});
