import {
  DerivationStateError,
  DerivationUnknownError,
  drop,
  findings,
  lifecycle,
  OptionsError,
  rebuild,
  repair,
  TablewrightError,
  verify,
} from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { byEmail, byTeam } from './support/patterns.js';
import { open, People, type PeopleRepository, Plain } from './support/people.js';

const storage = useStorage();
let people: PeopleRepository;

beforeEach(() => {
  people = open(
    storage.store(),
    storage.emulator.uniqueName('Args'),
    byEmail(),
    byTeam({ state: 'dropping' }),
  );
});

/** As untyped code calls it. */
type Loose = (repository: unknown, ...more: unknown[]) => Promise<unknown>;
const calls: Record<string, Loose> = {
  verify: verify as Loose,
  repair: repair as Loose,
  findings: async (...args) => (findings as unknown as (...all: unknown[]) => AsyncGenerator)(...args).next(),
  rebuild: (repository, options) => (rebuild as Loose)(repository, 'byEmail', options),
  drop: (repository, options) => (drop as Loose)(repository, 'byTeam', options),
};

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

const nonsense = [null, 'x', 1, true, Number.NaN, Symbol('s'), 10n, [], () => {}];

describe.each(Object.entries(calls))('%s', (_, call) => {
  it('takes a repository', async () => {
    for (const wrong of [undefined, {}, { context: {} }, ...nonsense]) {
      await expect(call(wrong)).rejects.toThrow(OptionsError);
    }
  });

  it.each([
    ['concurrency', [0, -1, 1.5, Number.NaN, 1e9, Number.POSITIVE_INFINITY, '8', null]],
    ['pageSize', [0, 1001, 2.5, '10', null, Number.NaN]],
    ['keep', [-1, 0.5, '1', null]],
    ['onProgress', ['x', {}, 1, null]],
    ['timeout', [-1, 'x', Number.NaN]],
    ['signal', [{}, 'x']],
  ])('checks %s before anything is sent', async (option, wrong) => {
    for (const value of wrong) {
      await expect(call(people, { [option]: value })).rejects.toMatchObject({ details: { option } });
    }
    for (const options of [null, 'x', 1]) await expect(call(people, options)).rejects.toThrow(OptionsError);
    expect(storage.emulator.http.requests).toHaveLength(0);
  });

  it('gives up when told to', async () => {
    await expect(call(people, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(call(people, { timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(storage.emulator.http.requests).toHaveLength(0);
  });
});

describe('derivations', () => {
  it('that do not exist are refused, with the names of those that do', async () => {
    const unknown = [
      () => verify(people, { derivations: ['byEmail', 'byAge'] }),
      () => repair(people, { derivations: ['toString'] }),
      () => rebuild(people, 'byAge'),
      () => drop(people, undefined as never),
      () => rebuild(people, Symbol('x') as never),
    ];
    for (const call of unknown) {
      const error = await call().catch((thrown: unknown) => thrown as TablewrightError);
      expect(error).toBeInstanceOf(DerivationUnknownError);
      expect(error).toMatchObject({ details: { known: ['byEmail', 'byTeam'] } });
      expect((error as Error).message).toContain("'byEmail', 'byTeam'");
    }
    const plain = new Plain(storage.store());
    await expect(rebuild(plain, 'byEmail')).rejects.toThrow(/derives nothing there at all/);
    expect(storage.emulator.http.requests).toHaveLength(0);
  });

  it('are a list of names', async () => {
    for (const wrong of ['byEmail', [], {}, null, 1, revoked()]) {
      await expect(verify(people, { derivations: wrong as never })).rejects.toThrow(OptionsError);
    }
  });

  it('that are being dropped are left out, and refused by name', async () => {
    expect((await verify(people)).derivations).toEqual(['byEmail']);
    await expect(verify(people, { derivations: ['byTeam'] })).rejects.toThrow(DerivationStateError);
  });

  it('named twice are looked at once', async () => {
    expect((await verify(people, { derivations: ['byEmail', 'byEmail'] })).derivations).toEqual(['byEmail']);
  });
});

it('partitions are named by their properties', async () => {
  for (const wrong of [null, 1, 'Bonn', {}, [], { office: 1 }, { office: null }, { office: '' }]) {
    await expect(verify(people, { partition: wrong as never })).rejects.toThrow(TablewrightError);
  }
  expect(storage.emulator.http.requests).toHaveLength(0);
  expect((await verify(people, { partition: { office: 'a/b' } })).clean).toBe(true);
  // @ts-expect-error: it is no property of the partition
  await verify(people, { partition: { office: 'a', id: 1 } });
});

it('restart is a flag', async () => {
  await expect(rebuild(people, 'byEmail', { restart: 'yes' as never })).rejects.toThrow(OptionsError);
});

it('lifecycle takes a repository, a signal and a timeout', async () => {
  await expect(lifecycle(null as never)).rejects.toThrow(OptionsError);
  await expect(lifecycle(people, { timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(await lifecycle(new Plain(storage.store()))).toEqual([]);
});

describe('a loop over findings', () => {
  it('sends nothing more once it is left', async () => {
    const table = storage.emulator.uniqueName('Left');
    const raw = storage.emulator.rawTable(table);
    await raw.createTable();
    for (let n = 0; n < 250; n++) {
      await raw.createEntity({ partitionKey: `office${n}`, rowKey: 'team_nobody', owner: 'person_000099' });
    }
    const all = new People(storage.store(), { table });
    let seen = 0;
    for await (const { kind } of findings(all, { pageSize: 20 })) {
      expect(kind).toBe('stray');
      if (++seen === 3) break;
    }
    const sent = storage.emulator.http.requests.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(storage.emulator.http.requests).toHaveLength(sent);
    // It did not run far ahead of a reader who took three: 100 may wait, and each costs three requests.
    expect(sent).toBeLessThan(3 * 200);
    let total = 0;
    for await (const _ of findings(all)) total++;
    expect(total).toBe(250);
  });

  it('throws what looking threw', async () => {
    const controller = new AbortController();
    const loop = async () => {
      for await (const _ of findings(people, { signal: controller.signal, onProgress: () => {} })) break;
    };
    controller.abort();
    await expect(loop()).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
