import { DefinitionError, Repository, TableNameError, Text } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { Everything, EverythingRepository } from '../differential/support/everything.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, OwnError } from './support/attempt.js';
import { HOSTILE_VALUES } from './support/values.js';

const storage = useStorage();

interface Writer {
  insert(entity: object): Promise<object>;
  get(key: object): Promise<Record<string, unknown> | undefined>;
}

describe('the name of a table', () => {
  const HOSTILE_NAMES = [
    ...[
      '',
      'a',
      'ab',
      'a'.repeat(64),
      '1abc',
      'tables',
      'TABLES',
      'a-b',
      'a_b',
      'a b',
      'äbc',
      'abc\n',
      '\nabc',
    ],
    ...[
      "abc'",
      "Tables('x')",
      'abc/def',
      '../abc',
      'abc?x=1',
      'abc#',
      'abc%20',
      '$batch',
      '$metadata',
      'abc\0',
    ],
  ];

  it('is checked when a repository is made', () => {
    const store = storage.store();
    const names = [...HOSTILE_NAMES, ...HOSTILE_VALUES.map(({ make }) => make())];
    for (const table of names) {
      // Left out, the class's own name is taken.
      if (table === undefined || table === null || table === CANARY) continue;
      expect(() => new EverythingRepository(store, { table } as never)).toThrow(TableNameError);
    }
  });

  it('is checked before a table is created or deleted', async () => {
    const store = storage.store();
    for (const table of [...HOSTILE_NAMES, ...HOSTILE_VALUES.map(({ make }) => make())]) {
      for (const run of [() => store.createTable(table as never), () => store.deleteTable(table as never)]) {
        const outcome = await attempt(storage.emulator.http, run);
        expect(outcome).toMatchObject({ ok: false, error: expect.any(TableNameError), requests: [] });
      }
    }
  });
});

describe('the names of properties and columns', () => {
  const define = (property: string, options: object) => {
    class Named extends Everything {}
    (Text(options) as unknown as (target: object, property: string) => void)(Named.prototype, property);
    return Named;
  };

  it.each([
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'PartitionKey',
      'RowKey',
      'Timestamp',
      'partitionKey',
      'rowKey',
    ],
    ...[
      'timestamp',
      'etag',
      'tw__x',
      '',
      ' ',
      'a-b',
      'a.b',
      'a b',
      '1a',
      'a"b',
      "a'b",
      'a\n',
      'a@odata.type',
    ],
    ...['odata.etag', 'x'.repeat(256), '\ud800', '😀', 5, {}, Symbol.iterator],
  ])('refuse the column %s', (name) => {
    expect(() => Repository(define('column', { name }) as never)).toThrow(DefinitionError);
  });

  it.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'])(
    'refuse the property %s',
    (property) => {
      expect(() => Repository(define(property, { name: 'column' }) as never)).toThrow(DefinitionError);
    },
  );

  it.each([
    'toString',
    'valueOf',
    'hasOwnProperty',
    'toLocaleString',
    'isPrototypeOf',
    'propertyIsEnumerable',
  ])('refuse the column %s, or read a row that lacks it', async (name) => {
    let entities: Writer;
    try {
      const Repo = Repository(define('column', { name }) as never);
      entities = new Repo(storage.store(), { table: storage.emulator.uniqueName('Names') }) as never;
    } catch (error) {
      expect(error).toBeInstanceOf(DefinitionError);
      return;
    }
    await entities.insert({ group: 'group', name: 'x', text: 'here' });
    const read = await entities.get({ group: 'group', name: 'x' });
    expect([read?.['text'], read?.['column']]).toEqual(['here', undefined]);
  });

  it('are looked for on classes alone', () => {
    const failures: string[] = [];
    for (const { label, make } of HOSTILE_VALUES) {
      try {
        Repository(make() as never);
        failures.push(`${label}: accepted`);
      } catch (error) {
        if (error instanceof DefinitionError || error instanceof OwnError) continue;
        failures.push(`${label}: ${(error as Error).name}`);
      }
    }
    expect(failures).toEqual([]);
  });
});
