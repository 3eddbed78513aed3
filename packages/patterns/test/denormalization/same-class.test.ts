import { Entity, Int32, key, Repository, Text, transaction, verify } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'People' })
class Person {
  static readonly key = key({ partition: '{office}', row: 'person_{id}' });
  @Text() office!: string;
  @Int32() id!: number;
  @Text() name!: string;
  @Int32() bossId?: number;
  @Text() bossName?: string;
}

const boss = denormalize(Person, Person, {
  name: 'boss',
  link: { id: 'bossId' },
  copy: { bossName: 'name' },
  onDelete: 'clear',
});
class People extends Repository(Person).with(boss.source).with(boss.copies) {}

describe('entities that refer to others of their class', () => {
  let people: People;
  const person = (id: number, name: string, bossId?: number) =>
    Object.assign(new Person(), { office: 'Bonn', id, name }, bossId !== undefined && { bossId });
  const at = (id: number) => ({ office: 'Bonn', id });
  const bosses = async () => {
    const all = await people.query({ office: 'Bonn' }).scan('partition').all();
    return Object.fromEntries(all.map(({ id, bossName }) => [id, bossName]));
  };

  beforeEach(() => {
    people = new People(storage.store(), { table: storage.emulator.uniqueName('People') });
  });

  it('have their copies, also of themselves', async () => {
    await people.insert(person(1, 'Ada', 1));
    await people.insert(person(2, 'Bob', 1));
    await people.insert(person(3, 'Cid', 2));
    expect(await bosses()).toEqual({ 1: 'Ada', 2: 'Ada', 3: 'Bob' });
    const ada = await people.getOrThrow(at(1));
    await people.update(ada, { name: 'Ann' });
    expect(ada.bossName).toBe('Ann');
    await people.update(at(2), { name: 'Ben', bossId: 2 });
    expect(await bosses()).toEqual({ 1: 'Ann', 2: 'Ben', 3: 'Ben' });
    await people.delete(at(2), { force: true });
    expect(await bosses()).toEqual({ 1: 'Ann', 3: undefined });
    expect(await people.get(at(3))).toMatchObject({ bossId: undefined });
    expect(await verify(people)).toMatchObject({ clean: true });
  });

  it('may come, change and go in circles within one transaction', async () => {
    await transaction()
      .insert(people, person(1, 'Ada', 2))
      .insert(people, person(2, 'Bob', 3))
      .insert(people, person(3, 'Cid', 1))
      .commit();
    expect(await bosses()).toEqual({ 1: 'Bob', 2: 'Cid', 3: 'Ada' });
    await transaction()
      .update(people, at(1), { name: 'Ann', bossId: 3 })
      .update(people, at(2), { name: 'Ben', bossId: 1 })
      .update(people, at(3), { name: 'Cyd', bossId: 2 })
      .commit();
    expect(await bosses()).toEqual({ 1: 'Cyd', 2: 'Ann', 3: 'Ben' });
    await transaction()
      .delete(people, at(1), { force: true })
      .update(people, at(3), { name: 'Cat' })
      .commit();
    expect(await bosses()).toEqual({ 2: undefined, 3: 'Ben' });
    expect(await verify(people)).toMatchObject({ clean: true });
  });

  it('change in bulk one after the other', async () => {
    const report = await people.bulk([
      { insert: person(1, 'Ada') },
      { insert: person(2, 'Bob', 1) },
      { update: at(1), changes: { name: 'Ann' } },
      { insert: person(3, 'Cid', 2) },
      { delete: at(2), force: true },
      { insert: person(4, 'Dan', 2) },
      // Whoever comes later is not there yet, though both would fit into one transaction.
      { insert: person(6, 'Eve', 7) },
      { insert: person(7, 'Fay') },
    ]);
    expect(report).toMatchObject({ done: 6, failed: 2 });
    expect(report.failures.map(({ index }) => index)).toEqual([5, 6]);
    expect(report.failures[0]).toMatchObject({ error: { code: 'SOURCE_NOT_FOUND' } });
    expect(await bosses()).toEqual({ 1: undefined, 3: undefined, 7: undefined });
    expect(await verify(people)).toMatchObject({ clean: true });
  });
});

describe('entities that all refer to one', () => {
  @Entity({ table: 'Offices' })
  class Office {
    static readonly key = key({ partition: '{office}', row: 'office' });
    @Text() office!: string;
    @Text() street!: string;
  }
  @Entity({ table: 'Offices' })
  class Desk {
    static readonly key = key({ partition: '{house}', row: 'desk_{id}' });
    @Text() house!: string;
    @Int32() id!: number;
    @Text() street?: string;
  }
  const where = denormalize(Office, Desk, { name: 'where', copy: { street: 'street' } });
  class Offices extends Repository(Office).with(where.source) {}
  class Desks extends Repository(Desk).with(where.copies) {}

  it('need no link', async () => {
    const table = storage.emulator.uniqueName('Offices');
    const offices = new Offices(storage.store(), { table });
    const desks = new Desks(storage.store(), { table });
    await expect(desks.insert({ house: 'Bonn', id: 1 })).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    await offices.insert({ office: 'Bonn', street: 'Main' });
    await desks.bulk([1, 2, 3].map((id) => ({ insert: Object.assign(new Desk(), { house: 'Bonn', id }) })));
    await offices.update({ office: 'Bonn' }, { street: 'High' });
    const all = await desks.query({ house: 'Bonn' }).scan('partition').all();
    expect(all.map(({ street }) => street)).toEqual(['High', 'High', 'High']);
    await expect(offices.delete({ office: 'Bonn' }, { force: true })).rejects.toMatchObject({
      details: { referrers: 3 },
    });
  });
});
