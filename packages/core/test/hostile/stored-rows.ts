import type { TableClient } from '@azure/data-tables';
import { isTablewrightError, StoredValueError } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cells } from '../differential/support/cells.js';
import { type Everything, EverythingRepository, Point } from '../differential/support/everything.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, leakOf } from './support/attempt.js';

const storage = useStorage();
let entities: EverythingRepository;
let raw: TableClient;
let count = 0;

beforeAll(async () => {
  const table = storage.emulator.uniqueName('Stored');
  entities = new EverythingRepository(storage.store(), { table });
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
});

async function stored(cells: Cells | Record<string, unknown>): Promise<{ group: string; name: string }> {
  const name = `row${count++}`;
  await raw.createEntity({ partitionKey: 'group', rowKey: name, ...cells });
  return { group: 'group', name };
}

/** Every way to read a row. */
const READS: Readonly<Record<string, (key: { group: string; name: string }) => unknown>> = {
  get: (key) => entities.get(key),
  getMany: (key) => entities.getMany([key]),
  modify: (key) => entities.modify(key, () => {}),
};

const text = (value: string) => ({ type: 'String', value }) as const;

describe('a stored value that its property cannot hold', () => {
  const cases: [string, Cells][] = [
    ['text', { text: { type: 'Int32', value: '5' } }],
    ['int32', { int32: { type: 'Double', value: '5.5' } }],
    ['int32', { int32: { type: 'Int64', value: '5' } }],
    ['int32', { int32: text(CANARY) }],
    ['int64', { int64: text(CANARY) }],
    ['int64', { int64: { type: 'Double', value: '5.5' } }],
    ['int64', { int64: text('9223372036854775808') }],
    ['double', { double: text(CANARY) }],
    ['double', { double: text('1e5') }],
    ['bool', { bool: text('true') }],
    ['dateTime', { dateTime: text(CANARY) }],
    ['dateTime', { dateTime: text('2014-07-31') }],
    ['dateTime', { dateTime: text('2014-13-31T00:00:00Z') }],
    ['ticks', { ticks: text(CANARY) }],
    ['guid', { guid: text(CANARY) }],
    ['binary', { binary: text(`${CANARY}!`) }],
    ['grade', { grade: text(CANARY) }],
    ['grade', { grade: text('toString') }],
    ['level', { level: { type: 'Int32', value: '7' } }],
    ['json', { json: text(`{"a": ${CANARY}}`) }],
    ['json', { json: text('') }],
    ['point', { point: text(`"${CANARY}"`) }],
    ['point', { point: text('null') }],
    ['point', { point: text(`{"x": ${CANARY}}`) }],
  ];

  it.each(cases)('is a coded error that does not show it: %s %j', async (property, cells) => {
    const key = await stored(cells);
    for (const read of Object.values(READS)) {
      const outcome = await attempt(storage.emulator.http, () => read(key));
      expect(outcome).toMatchObject({ ok: false, error: expect.any(StoredValueError) });
      expect(outcome).toMatchObject({ error: { details: { property } } });
      expect(outcome.ok || leakOf(outcome.error, [CANARY])).toBeUndefined();
    }
  });
});

describe('stored JSON that attacks its reader', () => {
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
  const cases: [string, string][] = [
    ['own constructor', '{"constructor":{"prototype":{"polluted":true}},"x":1}'],
    ['own constructor further down', '{"x":1,"label":{"constructor":"polluted"}}'],
    ['own __proto__', '{"__proto__":{"polluted":true},"x":1}'],
    ['own __proto__ further down', '{"x":1,"next":{"__proto__":{"polluted":true},"x":2}}'],
    ['__proto__ of an array', '{"x":1,"label":{"100000000":1,"__proto__":[]}}'],
    ['names of methods', '{"x":1,"toString":1,"valueOf":{},"hasOwnProperty":[],"then":"x"}'],
    ['many arrays', deep('[', ']', 16_000)],
    ['many objects', `${'{"next":'.repeat(3_000)}{}${'}'.repeat(3_000)}`],
    ['an array of mixed things', '[1,null,"x",[],{}]'],
    ['a null inside', '{"x":null,"next":null}'],
    ['a wrong kind inside', '{"x":1,"next":"text"}'],
  ];

  it.each(cases)('is read, or is a coded error: %s', async (_, json) => {
    const key = await stored({ point: json, json });
    for (const read of Object.values(READS)) {
      const outcome = await attempt(storage.emulator.http, () => read(key));
      if (!outcome.ok) expect(outcome.error).toSatisfy(isTablewrightError);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((new Point() as unknown as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each(cases)('survives a change of another column: %s', async (_, json) => {
    const key = await stored({ json, text: 'old' });
    await entities.update(key, { text: 'new' });
    expect((await raw.getEntity(key.group, key.name))['json']).toBe(json);
  });

  it('loses nothing silently that is under a name of Object.prototype', async () => {
    const json = '{"x":1,"label":{"toString":"a","valueOf":"b","constructor":"c"}}';
    const key = await stored({ point: json });
    const outcome = await attempt(storage.emulator.http, () => entities.getOrThrow(key));
    if (outcome.ok) expect(JSON.stringify((outcome.value as Everything).point)).toBe(json);
    else expect(outcome.error).toBeInstanceOf(StoredValueError);
  });
});

describe('a key that the class does not write', () => {
  it.each(['~zz', '~2f', 'a\uffee'])('cannot be asked for: %s', async (rowKey) => {
    await raw.createEntity({ partitionKey: 'group', rowKey, text: CANARY });
    expect(await entities.get({ group: 'group', name: rowKey })).toBeUndefined();
  });
});

describe('a reply that is no row', () => {
  const replies = [
    '<html>Sign in to this network</html>',
    '',
    'null',
    '5',
    '[]',
    `{"text":"${CANARY}`,
    `{"text":${CANARY}}`,
  ];

  it.each(replies)('is a coded error that does not show it: %s', async (body) => {
    const key = await stored({ text: 'x' });
    const reads = [
      () => entities.get(key),
      () => entities.exists(key),
      () => entities.update(key, { int32: null }),
    ];
    const failures: string[] = [];
    for (const [index, read] of reads.entries()) {
      storage.emulator.http.inject({
        name: 'portal',
        run: async ({ send }) => ({ ...(await send()), bodyAsText: body }),
      });
      const outcome = await attempt(storage.emulator.http, read);
      storage.emulator.http.clearFaults();
      if (outcome.ok) continue;
      if (!isTablewrightError(outcome.error)) failures.push(`${index}: ${outcome.error}`);
      const leak = leakOf(outcome.error, [CANARY]);
      if (leak !== undefined) failures.push(`${index}: ${leak}`);
    }
    expect(failures).toEqual([]);
  });
});
