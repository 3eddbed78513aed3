import { Entity, key, Repository, Text } from '@tablewright/core';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Pages' })
class Page {
  static readonly key = key({ partition: 'page', row: '{id}' });
  @Text() id!: string;
  @Text() first?: string;
  @Text() second?: string;
}

it('long texts beyond ASCII arrive as they are, whichever operation writes them', async () => {
  const pages = new (Repository(Page))(storage.store(), { table: storage.emulator.uniqueName('Pages') });
  const raw = storage.emulator.rawTable(pages.context.table);
  const texts = ['ぁ', 'é', '😀', 'aぁ'].map((text) => text.repeat(Math.floor(32_768 / text.length)));
  for (const [i, first] of texts.entries()) {
    const id = `${i}`;
    const second = texts[(i + 1) % texts.length]!;
    const page = await pages.insert({ id, first });
    await pages.update(page, { second });
    expect(await raw.getEntity('page', id)).toMatchObject({ first, second });
    await pages.replace(Object.assign(page, { first: second, second: first }));
    expect(await raw.getEntity('page', id)).toMatchObject({ first: second, second: first });
    await pages.upsert({ id, first });
    expect(await pages.get({ id })).toMatchObject({ first, second: first });
    await expect(pages.insert({ id, first })).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
  }
});

it('one request each', async () => {
  const pages = new (Repository(Page))(storage.store(), { table: storage.emulator.uniqueName('Pages') });
  await pages.insert({ id: 'a' });
  const { requests } = await storage.emulator.http.record(() =>
    pages.insert({ id: 'b', first: 'ぁ'.repeat(30_000) }),
  );
  expect(requests).toHaveLength(1);
});
