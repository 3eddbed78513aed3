import {
  Entity,
  Int32,
  key,
  Repository,
  rebuild,
  repair,
  Text,
  VERSION_COLUMN,
  verify,
} from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { byEmail, headCount } from './support/patterns.js';
import { rowsOf } from './support/rows.js';

const storage = useStorage();
let table: string;
const raw = () => storage.emulator.rawTable(table);

/** In version 1 the address was called `mail`. */
@Entity({
  type: 'Person',
  version: 2,
  discriminator: 'kind',
  upgrade: { 1: ({ mail, ...columns }) => ({ ...columns, ...(mail !== undefined && { email: mail }) }) },
})
class Person {
  static readonly key = key({ partition: '{office}', row: 'person_{id:06}' });
  @Text() office!: string;
  @Int32() id!: number;
  @Text() email?: string;
}

class People extends Repository(Person)
  .with(byEmail({ state: 'building' }))
  .with(headCount()) {}

beforeEach(async () => {
  table = storage.emulator.uniqueName('Versions');
  await raw().createTable();
});

const row = (id: number, more: object) =>
  raw().createEntity({ partitionKey: 'Bonn', rowKey: `person_00000${id}`, kind: 'Person', ...more });

describe('rows of other versions', () => {
  it('of older ones are seen as the present one would have written them', async () => {
    await row(1, { mail: 'old@contoso.com' });
    await row(2, { email: 'new@contoso.com', [VERSION_COLUMN]: 2 });
    const people = new People(storage.store(), { table });
    expect(await rebuild(people, 'byEmail')).toMatchObject({ complete: true, mended: { missing: 2 } });
    const rows = await rowsOf(storage.emulator, table);
    expect(Object.keys(rows)).toContain('Bonn/email_old@contoso.com');
    await people.update({ office: 'Bonn', id: 1 }, { email: 'other@contoso.com' });
    expect(await verify(people, { derivations: ['byEmail'] })).toMatchObject({ clean: true });
  });

  it('of newer ones are reported, and neither they nor their rows are touched', async () => {
    await row(1, { email: 'a@contoso.com', [VERSION_COLUMN]: 3 });
    await raw().createEntity({
      partitionKey: 'Bonn',
      rowKey: 'email_newer form of a',
      owner: 'person_000001',
      [VERSION_COLUMN]: 3,
    });
    await row(2, { email: 'b@contoso.com', [VERSION_COLUMN]: 2 });
    await raw().createEntity({ partitionKey: 'Bonn', rowKey: 'count_all', Count: 17 });
    const people = new People(storage.store(), { table });
    const before = await rowsOf(storage.emulator, table);
    const report = await repair(people);
    expect(report).toMatchObject({ counts: { unreadable: 2, stray: 0, stale: 0 }, mended: { missing: 1 } });
    expect(report.findings).toMatchObject([
      { kind: 'unreadable', derivation: 'byEmail', rowKey: 'person_000001' },
      { kind: 'unreadable', derivation: 'headCount', rowKey: 'person_000001' },
    ]);
    const { 'Bonn/email_b@contoso.com': mended, ...others } = await rowsOf(storage.emulator, table);
    expect(mended).toBeDefined();
    expect(others).toEqual(before);
    expect(await rebuild(people, 'byEmail')).toMatchObject({ complete: false, counts: { unreadable: 1 } });
  });

  it('whose version makes no sense are reported, and all others are looked at', async () => {
    await row(1, { email: 'a@contoso.com', [VERSION_COLUMN]: -5 });
    await row(2, { email: 'b@contoso.com', [VERSION_COLUMN]: 2 });
    const people = new People(storage.store(), { table });
    const report = await verify(people, { derivations: ['byEmail'] });
    expect(report).toMatchObject({ scanned: 2, counts: { unreadable: 1, missing: 1 } });
  });
});

it('rows of another type under the same keys are not looked at', async () => {
  await row(1, { kind: 'Robot', email: 'robot@contoso.com' });
  const people = new People(storage.store(), { table });
  expect(await verify(people)).toMatchObject({ scanned: 0, clean: true });
});
