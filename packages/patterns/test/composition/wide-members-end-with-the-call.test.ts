import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { HasMany } from '@tablewright/patterns/relationships';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { type Fault, faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const discriminator = 'EntityType';

@Entity({ table: 'Reports', discriminator })
class Report {
  static readonly key = key({ partition: '{year:04}', row: 'report_{id:04}' });
  @Int32() year!: number;
  @Int32() id!: number;
}

/** A row of at most 1 MiB does not hold it when each text is as long as it may be. */
@Entity({ table: 'Reports', discriminator })
class Chapter {
  static readonly key = key({ partition: '{year:04}', row: 'report_{id:04}_{no:02}' });
  @Int32() year!: number;
  @Int32() id!: number;
  @Int32() no!: number;
  @Text() t01?: string;
  @Text() t02?: string;
  @Text() t03?: string;
  @Text() t04?: string;
  @Text() t05?: string;
  @Text() t06?: string;
  @Text() t07?: string;
  @Text() t08?: string;
  @Text() t09?: string;
  @Text() t10?: string;
  @Text() t11?: string;
  @Text() t12?: string;
  @Text() t13?: string;
  @Text() t14?: string;
  @Text() t15?: string;
  @Text() t16?: string;
  @Text() t17?: string;
}

class Chapters extends Repository(Chapter).with(WideEntity({ first: [] })) {}
class Reports extends Repository(Report)
  .with(CompoundKey({ chapters: Chapters }))
  .with(HasMany({ parts: { of: Chapters, by: { year: 'year', id: 'id' }, samePartition: true } })) {}

const report = { year: 2026, id: 1 };
const texts = Object.fromEntries(
  Array.from({ length: 17 }, (_, i) => [`t${String(i + 1).padStart(2, '0')}`, 'x'.repeat(32_000)]),
);
let reports: Reports;

beforeEach(async () => {
  reports = new Reports(storage.store(), { table: storage.emulator.uniqueName('Reports') });
  await reports.insertFamily(report, { chapters: [{ no: 1, ...texts }] });
});

describe('the further rows of a wide member are read', () => {
  const reads: readonly [
    string,
    (options: { signal?: AbortSignal; timeout?: number }) => Promise<unknown>,
  ][] = [
    ['family', (options) => reports.family(report, options)],
    ['families', (options) => reports.families({ year: 2026 }).all(options)],
    ['deleteFamily', (options) => reports.deleteFamily(report, options)],
    ['family of a relation', (options) => reports.parts.family(report).read(options)],
  ];

  it.each(reads)('by %s as long as the caller waits', async (_, read) => {
    const leaving = new AbortController();
    const leaves: Fault = {
      name: 'leaves',
      run(exchange) {
        leaving.abort();
        return faults.hang().run(exchange);
      },
    };
    storage.emulator.http.inject(leaves, { after: 1 });
    await expect(read({ signal: leaving.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    storage.emulator.http.inject(faults.hang(), { after: 1 });
    await expect(read({ timeout: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect((await reports.family(report)).chapters[0]?.t17).toHaveLength(32_000);
  });
});
