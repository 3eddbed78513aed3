import {
  Binary,
  DefinitionError,
  Entity,
  type EntityClass,
  Int32,
  key,
  LimitError,
  Repository,
} from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { EverythingRepository, everything } from '../differential/support/everything.js';
import { rawCells } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import { attempt, problemOf } from './support/attempt.js';

const storage = useStorage();
const MIB = 1024 * 1024;

@Entity({ table: 'Full' })
class Full {
  static readonly key = key({ partition: 'p', row: '{id:04}' });
  @Int32() id!: number;
}

/** `count` columns c000, c001, … made by one decorator each, as if they were written out. */
function classOf(count: number, decorate: () => unknown): EntityClass<Full> {
  class Wide extends Full {}
  for (let index = 0; index < count; index++) {
    const column = `c${String(index).padStart(3, '0')}`;
    (decorate() as (target: object, property: string) => void)(Wide.prototype, column);
  }
  return Wide as unknown as EntityClass<Full>;
}

function repositoryOf(entity: EntityClass<Full>) {
  const table = storage.emulator.uniqueName('Full');
  return {
    entities: new (Repository(entity as never))(storage.store(), { table }) as unknown as Writer,
    raw: storage.emulator.rawTable(table),
  };
}

interface Writer {
  insert(entity: object): Promise<object>;
  upsert(entity: object): Promise<object>;
  get(key: object): Promise<Record<string, unknown> | undefined>;
}

async function expectRefused(run: () => unknown, limit: string): Promise<void> {
  const outcome = await attempt(storage.emulator.http, run);
  expect(problemOf(outcome)).toBeUndefined();
  expect(outcome).toMatchObject({ ok: false, error: expect.any(LimitError), requests: [] });
  expect(outcome).toMatchObject({ error: { details: { limit } } });
}

describe('the number of columns', () => {
  it('may be 252', async () => {
    const { entities, raw } = repositoryOf(classOf(252, Int32));
    const columns = Object.fromEntries(
      Array.from({ length: 252 }, (_, index) => [`c${String(index).padStart(3, '0')}`, index]),
    );
    await entities.insert({ id: 1, ...columns });
    expect(Object.keys(await rawCells(raw, 'p', '0001'))).toHaveLength(252);
    expect(await entities.get({ id: 1 })).toMatchObject(columns);
  });

  it('may not be 253', () => {
    expect(() => repositoryOf(classOf(253, Int32))).toThrow(DefinitionError);
  });
});

describe('the size of an entity', () => {
  /** By the formula in common use: 4, twice both keys, and for each column 8, twice its name, 4 and the bytes. */
  const overhead = (columns: number) => 4 + 2 * ('p'.length + '0001'.length) + columns * (8 + 2 * 4 + 4);
  const columnsOf = (total: number) => {
    const count = 17;
    const room = total - overhead(count);
    const columns = Array.from({ length: count }, (_, index) => {
      const size = Math.floor(room / count) + (index < room % count ? 1 : 0);
      return [`c${String(index).padStart(3, '0')}`, new Uint8Array(size).fill(index + 1)];
    });
    return { id: 1, ...Object.fromEntries(columns) };
  };

  it('may be 1 MiB, and not a byte more', async () => {
    const { entities } = repositoryOf(classOf(17, Binary));
    const largest = columnsOf(MIB);
    await entities.insert(largest);
    const read = await entities.get({ id: 1 });
    expect(Buffer.compare(read!['c016'] as Uint8Array, (largest as Record<string, never>)['c016']!)).toBe(0);
    await expectRefused(() => entities.insert({ ...columnsOf(MIB + 1), id: 2 }), 'ENTITY_BYTES');
    await expectRefused(() => entities.upsert(columnsOf(MIB + 1)), 'ENTITY_BYTES');
  });
});

describe('the size of a value', () => {
  let entities: EverythingRepository;
  beforeAll(() => {
    entities = new EverythingRepository(storage.store(), { table: storage.emulator.uniqueName('Values') });
  });

  it.each([
    ['text', 'x'.repeat(32_768), 'x'.repeat(32_769), 'STRING_UNITS'],
    ['json', 'x'.repeat(32_766), 'x'.repeat(32_767), 'STRING_UNITS'],
    ['point', { label: 'x'.repeat(32_756) }, { label: 'x'.repeat(32_757) }, 'STRING_UNITS'],
    ['binary', new Uint8Array(65_536), new Uint8Array(65_537), 'BINARY_BYTES'],
  ] as const)('of %s has a limit, which is exact', async (property, largest, tooLarge, limit) => {
    await entities.insert(everything('group', property, { [property]: largest }));
    const read = await entities.getOrThrow({ group: 'group', name: property });
    expect(JSON.stringify(read[property]) === JSON.stringify(largest)).toBe(true);
    await expectRefused(
      () => entities.insert(everything('group', `${property}2`, { [property]: tooLarge })),
      limit,
    );
    await expectRefused(
      () => entities.update({ group: 'group', name: property }, { [property]: tooLarge } as never),
      limit,
    );
  });
});
