import { EntityChangedError, etagOf, MissingETagError, OptionsError } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { EverythingRepository, everything } from '../differential/support/everything.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, problemOf } from './support/attempt.js';
import { HOSTILE_VALUES } from './support/values.js';

const storage = useStorage();
const KEY = { group: 'group', name: 'there' };
let entities: EverythingRepository;

beforeAll(async () => {
  entities = new EverythingRepository(storage.store(), { table: storage.emulator.uniqueName('Options') });
  await entities.insert(everything(KEY.group, KEY.name, { text: CANARY }));
});

const there = () => everything(KEY.group, KEY.name, { text: CANARY });

/** Every operation that takes a guard. */
const GUARDED: Readonly<Record<string, (options: never) => unknown>> = {
  replace: (options) => entities.replace(there(), options),
  'update by key': (options) => entities.update(KEY, { text: CANARY }, options),
  'update by key, of a removed value': (options) => entities.update(KEY, { int32: null }, options),
  'update of an entity': (options) => entities.update(there(), { text: CANARY }, options),
  delete: (options) => entities.delete(KEY, options),
};

const HOSTILE_ETAGS = [
  '*',
  '',
  ' ',
  'abc',
  'W/',
  '"',
  '"a',
  `W/"datetime'2014'"\r\nX-Injected: 1`,
  `W/"datetime'2014'"\n`,
  '\r\nW/"x"',
  '"a\u0000"',
  '"a\u2028"',
  '"é"',
  '"a", "b"',
  '"a" "b"',
  'w/"a"',
  'W/"a"\r\n\r\nDELETE http://127.0.0.1/ HTTP/1.1',
];

describe('ifMatch', () => {
  it.each(Object.entries(GUARDED))('of %s takes ETags alone', async (_, run) => {
    const failures: string[] = [];
    const values = [
      ...HOSTILE_ETAGS.map((etag) => [JSON.stringify(etag), etag] as const),
      ...HOSTILE_VALUES.map(({ label, make }) => [label, make()] as const),
    ];
    for (const [label, ifMatch] of values) {
      if (ifMatch === undefined) continue;
      const outcome = await attempt(storage.emulator.http, () => run({ ifMatch } as never));
      const problem = outcome.ok ? 'accepted' : problemOf(outcome);
      if (problem !== undefined) failures.push(`${label}: ${problem}`);
    }
    expect(failures).toEqual([]);
  });

  it.each(Object.entries(GUARDED))(
    'of %s is what is sent, and fails when the row has changed',
    async (_, run) => {
      const stale = `W/"datetime'2014-07-31T18%3A00%3A00.0000000Z'"`;
      const outcome = await attempt(storage.emulator.http, () => run({ ifMatch: stale } as never));
      expect(outcome).toMatchObject({ ok: false, error: expect.any(EntityChangedError) });
      for (const { method, headers } of outcome.requests) {
        if (method !== 'GET') expect(headers['if-match']).toBe(stale);
      }
    },
  );

  it('contradicts force', async () => {
    const etag = etagOf(await entities.getOrThrow(KEY))!;
    for (const run of Object.values(GUARDED)) {
      const outcome = await attempt(storage.emulator.http, () =>
        run({ ifMatch: etag, force: true } as never),
      );
      expect(outcome).toMatchObject({ ok: false, error: expect.any(OptionsError), requests: [] });
    }
  });
});

describe('force', () => {
  it('is a boolean: text that merely says so overwrites nothing', async () => {
    const failures: string[] = [];
    for (const force of ['false', 'true', 'no', 1, {}, [], () => false]) {
      const outcome = await attempt(storage.emulator.http, () =>
        entities.replace(there(), { force } as never),
      );
      const problem = outcome.ok ? 'overwrote the row' : problemOf(outcome);
      if (problem !== undefined) failures.push(`${String(force)}: ${problem}`);
    }
    expect(failures).toEqual([]);
  });

  it('is not assumed', async () => {
    for (const force of [undefined, false]) {
      await expect(entities.replace(there(), { force } as never)).rejects.toThrow(MissingETagError);
      await expect(entities.delete(KEY, { force } as never)).rejects.toThrow(MissingETagError);
    }
  });
});

describe('timeout', () => {
  it.each([-1, Number.NaN, '5', null, {}, true, 5n])('of %s is refused', async (timeout) => {
    const outcome = await attempt(storage.emulator.http, () => entities.get(KEY, { timeout } as never));
    expect([outcome.ok, problemOf(outcome)]).toEqual([false, undefined]);
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER])(
    'of %d is long, not short',
    async (timeout) => {
      // Timers of the platform hold 31 bits: beyond, they fire at once.
      storage.emulator.http.inject({
        name: 'slow',
        run: async ({ send }) => {
          await new Promise((resolve) => setTimeout(resolve, 30));
          return send();
        },
      });
      expect((await entities.get(KEY, { timeout }))?.text).toBe(CANARY);
    },
  );
});

describe('signal', () => {
  it.each<[string, unknown]>([
    ['text', 'abort'],
    ['a number', 5],
    ['true', true],
    ['an object', {}],
    ['an array', []],
    ['a function', () => {}],
    ['an object that looks like one', { aborted: false }],
  ])('is refused as an option before anything is sent: %s', async (_, signal) => {
    for (const run of [
      () => entities.get(KEY, { signal } as never),
      () => entities.upsert(there(), { signal } as never),
      () => entities.get(KEY, { signal, timeout: 1000 } as never),
    ]) {
      const outcome = await attempt(storage.emulator.http, run);
      expect(outcome).toMatchObject({ ok: false, error: expect.any(OptionsError), requests: [] });
    }
  });
});

describe('other options', () => {
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
  const cases: [string, (value: never) => unknown, (value: unknown) => boolean][] = [
    ['attempts', (attempts) => entities.modify(KEY, () => {}, { attempts }), isCount],
    ['concurrency', (concurrency) => entities.getMany([KEY], { concurrency }), isCount],
    ['mode', (mode) => entities.upsert(there(), { mode }), () => false],
    [
      'idempotencyKey',
      (idempotencyKey) => entities.upsert(there(), { idempotencyKey }),
      (value) => typeof value === 'string' && value !== '' && value.length <= 1_024 && value.isWellFormed(),
    ],
  ];

  it.each(cases)('%s is refused as an option before anything is sent', async (_, run, accepts) => {
    const failures: string[] = [];
    for (const { label, make } of HOSTILE_VALUES) {
      const value = make();
      if (value === undefined || accepts(value) || label.endsWith('Proxy') || label.startsWith('a Proxy'))
        continue;
      const outcome = await attempt(storage.emulator.http, () => run(value as never));
      const problem = outcome.ok ? 'accepted' : problemOf(outcome);
      if (problem !== undefined) failures.push(`${label}: ${problem}`);
      else if (!outcome.ok && !(outcome.error instanceof OptionsError))
        failures.push(`${label}: ${outcome.error}`);
    }
    expect(failures).toEqual([]);
  });
});

describe('all the while', () => {
  it('the row kept its value', async () => {
    expect((await entities.getOrThrow(KEY)).text).toBe(CANARY);
  });
});
