import { Entity, key, Repository, Text, verify } from '@tablewright/core';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

/** Long keys, so that few entities fill a list. */
@Entity({ table: 'Files' })
class File {
  static readonly key = key({ partition: '{owner}', row: 'file_{name}' });
  @Text() owner!: string;
  @Text() name!: string;
  @Text() kind?: string;
}
class OneRow extends Repository(File).with(IndexEntities({ byKind: { row: 'kind_{kind}' } })) {}
class Spread extends Repository(File).with(IndexEntities({ byKind: { row: 'kind_{kind}', chunks: 16 } })) {}

const name = (n: number) => `${n}`.padStart(4, '0') + 'x'.repeat(440);
const files = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ owner: 'me', name: name(from + i), kind: 'a' }));
const inserts = (all: ReturnType<typeof files>) => all.map((file) => ({ insert: file }));
const mine = { owner: 'me', kind: 'a' };

it('a list goes on past 32,768 characters, in further columns', async () => {
  const repository = new OneRow(storage.store(), { table: storage.emulator.uniqueName('Columns') });
  expect((await repository.bulk(inserts(files(0, 200)))).failed).toBe(0);
  const { table } = repository.context;
  const row = await storage.emulator.rawTable(table).getEntity<Record<string, string>>('me', 'kind_a');
  const columns = Object.keys(row).filter((column) => /^Ids\d*$/.test(column));
  expect(columns.sort()).toEqual(['Ids', 'Ids2', 'Ids3']);
  for (const column of columns) expect(row[column]!.length).toBeLessThanOrEqual(32_768);
  expect((await repository.byKind.keys(mine)).map((one) => one.name)).toEqual(
    files(0, 200).map((one) => one.name),
  );
  await repository.delete({ owner: 'me', name: name(100) }, { force: true });
  expect(await repository.byKind.keys(mine)).toHaveLength(199);
  expect(await verify(repository)).toMatchObject({ clean: true });
});

it('a list of one row ends at 1 MiB, and nothing is lost there; a list of several goes on', async () => {
  const table = storage.emulator.uniqueName('Large');
  const full = new OneRow(storage.store(), { table });
  expect((await full.bulk(inserts(files(0, 1100)))).failed).toBe(0);
  const outcomes = await full.bulk(inserts(files(1100, 1300)));
  expect(outcomes.failed).toBeGreaterThan(0);
  const listed = await full.byKind.keys(mine);
  expect(listed).toHaveLength(1300 - outcomes.failed);
  await expect(full.insert(files(1299, 1300)[0]!)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  expect(await full.get({ owner: 'me', name: name(1299) })).toBeUndefined();
  expect(await verify(full)).toMatchObject({ clean: true });

  const spread = new Spread(storage.store(), { table: storage.emulator.uniqueName('Spread') });
  expect((await spread.bulk(inserts(files(0, 1300)))).failed).toBe(0);
  expect((await spread.byKind.keys(mine)).map((one) => one.name)).toEqual(
    files(0, 1300).map((one) => one.name),
  );
  await spread.update({ owner: 'me', name: name(7) }, { kind: 'b' });
  expect(await spread.byKind.find({ owner: 'me', kind: 'b' })).toHaveLength(1);
  expect(await verify(spread)).toMatchObject({ clean: true });
  // Which row holds an id follows from the id: the rows that other programs stored are found again.
  const { requests } = await storage.emulator.http.record(() => spread.byKind.keys(mine));
  expect(requests).toHaveLength(1);
});
