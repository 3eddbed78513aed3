import { Entity, Int32, Json, key, Repository, Text } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Docs' })
class Doc {
  static readonly key = key({ partition: '{shelf}', row: 'doc_{id:04}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Json() tags?: string[];
  @Text() p0?: string;
  @Text() p1?: string;
  @Text() p2?: string;
  @Text() p3?: string;
  @Text() p4?: string;
  @Text() p5?: string;
  @Text() p6?: string;
  @Text() p7?: string;
  @Text() p8?: string;
  @Text() p9?: string;
  @Text() q0?: string;
  @Text() q1?: string;
  @Text() q2?: string;
  @Text() q3?: string;
  @Text() q4?: string;
  @Text() q5?: string;
  @Text() q6?: string;
  @Text() q7?: string;
  @Text() q8?: string;
}
class Docs extends Repository(Doc)
  .with(IntraPartitionIndex({ byTag: { row: 'tag_{tags}_{id:04}', each: { tags: 'text' }, project: [] } }))
  .with(WideEntity()) {}

/** Two rows and so many index rows that a delete does not fit one transaction. */
async function tagged() {
  const docs = new Docs(storage.store(), { table: storage.emulator.uniqueName('Tagged') });
  const names = [...'pq']
    .flatMap((letter) => Array.from({ length: 10 }, (_, i) => `${letter}${i}`))
    .slice(0, 19);
  const texts = Object.fromEntries(names.map((name) => [name, 'x'.repeat(32_000)]));
  const entity = { shelf: 's', id: 1, ...texts, tags: Array.from({ length: 50 }, (_, i) => `t${i}`) };
  await docs.insert(entity as never);
  await docs.update({ shelf: 's', id: 1 }, { tags: Array.from({ length: 99 }, (_, i) => `t${i}`) });
  return docs;
}

it('a delete that does not fit one transaction is refused, and nothing is sent', async () => {
  const docs = await tagged();
  const mine = await docs.getOrThrow({ shelf: 's', id: 1 });
  await docs.update({ shelf: 's', id: 1 }, { q8: 'by another' });
  const { requests } = await storage.emulator.http.record(() =>
    expect(docs.delete(mine)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' }),
  );
  expect(requests).toEqual([]);
});

it('with fewer of them it is deleted, unless it was changed', async () => {
  const docs = await tagged();
  const key1 = { shelf: 's', id: 1 };
  await docs.update(key1, { tags: Array.from({ length: 50 }, (_, i) => `t${i}`) });
  const mine = await docs.getOrThrow(key1);
  await docs.update(key1, { q8: 'by another' });
  await expect(docs.delete(mine)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  await docs.delete(await docs.getOrThrow(key1));
  expect(await docs.get(key1)).toBeUndefined();
});
