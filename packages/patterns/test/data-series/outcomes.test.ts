import { OutcomeUnknownError } from '@tablewright/core';
import type { Fault } from '@tablewright/testing';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Counts, day, Minutes } from './counts.js';
import { stranger } from './stranger.js';

const storage = useStorage();
const reset = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' });

/** The request, or its reply, is lost, and somebody else does something before anybody notices. */
function lost(sent: boolean, meanwhile: () => Promise<unknown>): Fault {
  return {
    name: sent ? 'lost reply' : 'lost request',
    async run({ request, send }) {
      if (sent) await send(request);
      await meanwhile();
      throw reset();
    },
  };
}

describe.each([
  ['in the own row', 5],
  ['in a further row', 905],
])('increments %s', (_, minute) => {
  describe.each([
    ['failBeforeSend', faults.failBeforeSend],
    ['dropReply', faults.dropReply],
  ])('with %s at each request', (_name, fault) => {
    it('are applied once', async () => {
      for (let call = 0, struck = true; struck; call++) {
        const table = storage.emulator.uniqueName('Lost');
        const minutes = new Minutes(storage.store(), { table });
        const injected = storage.emulator.http.inject(fault(), { after: call });
        expect(await minutes.perMinute.increment(day, minute)).toBe(1);
        expect(await minutes.perMinute.increment(day, minute, 4)).toBe(5);
        await minutes.perMinute.set(day, minute + 1, 7);
        struck = injected.fired > 0;
        storage.emulator.http.clearFaults();
        const series = await minutes.perMinute.get(day);
        expect([call, series.at(minute), series.at(minute + 1)]).toEqual([call, 5, 7]);
      }
    });
  });

  it('that arrive twice, and of which only the second answer is heard, are applied once', async () => {
    const minutes = new Minutes(storage.store(), { table: storage.emulator.uniqueName('Twice') });
    await minutes.perMinute.set(day, 1_400, 1);
    const twice: Fault = {
      name: 'twice',
      async run({ request, send }) {
        await send(request);
        return send(request);
      },
    };
    for (const expected of [1, 2, 3]) {
      storage.emulator.http.inject(twice, { when: ({ method }) => method !== 'GET' });
      expect(await minutes.perMinute.increment(day, minute)).toBe(expected);
      expect((await minutes.perMinute.get(day)).at(minute)).toBe(expected);
    }
  });

  it.each([true, false])(
    'beside a rival who makes the same of it are applied once (sent: %s)',
    async (sent) => {
      for (const already of [false, true]) {
        for (const rivals of [1, 3, 7]) {
          const table = storage.emulator.uniqueName('Rival');
          const minutes = new Minutes(storage.store(), { table });
          const rival = (await stranger(storage.emulator, table)).minutes;
          if (already) await minutes.perMinute.increment(day, minute, 4);
          else await minutes.perMinute.set(day, minute, 4);
          const meanwhile = async () => {
            for (let n = 0; n < rivals; n++) await rival.perMinute.increment(day, minute);
          };
          storage.emulator.http.inject(lost(sent, meanwhile), { when: ({ method }) => method === 'PATCH' });
          // Where it comes first its own value, otherwise that behind the rivals.
          expect(await minutes.perMinute.increment(day, minute)).toBe(sent ? 5 : 5 + rivals);
          expect((await minutes.perMinute.get(day)).at(minute)).toBe(5 + rivals);
        }
      }
    },
  );

  it('beside somebody who replaces the entity are found all the same', async () => {
    const table = storage.emulator.uniqueName('Replaced');
    const minutes = new Minutes(storage.store(), { table });
    const rival = (await stranger(storage.emulator, table)).minutes;
    for (const each of [5, 905]) await minutes.perMinute.increment(day, each, 4);
    const meanwhile = () => rival.upsert(day, { mode: 'replace' });
    storage.emulator.http.inject(lost(true, meanwhile), { when: ({ method }) => method === 'PATCH' });
    expect(await minutes.perMinute.increment(day, minute)).toBe(5);
    expect((await minutes.perMinute.get(day)).at(minute)).toBe(5);
  });

  it('beside somebody who leaves no name are told by those before them', async () => {
    for (const already of [true, false]) {
      const table = storage.emulator.uniqueName('Nameless');
      const minutes = new Minutes(storage.store(), { table });
      const rival = (await stranger(storage.emulator, table)).minutes;
      if (already) await minutes.perMinute.increment(day, minute, 4);
      else await minutes.perMinute.set(day, minute, 4);
      const meanwhile = () => rival.perMinute.set(day, minute + 1, 9);
      storage.emulator.http.inject(lost(false, meanwhile), { when: ({ method }) => method === 'PATCH' });
      const outcome = await minutes.perMinute
        .increment(day, minute)
        .catch((error: { code: string }) => error.code);
      const total = (await minutes.perMinute.get(day)).at(minute);
      // Where there is none before them, nothing tells them from one that was applied and wiped out.
      expect([outcome, total]).toEqual(already ? [5, 5] : ['OUTCOME_UNKNOWN', 4]);
    }
  });

  it('that nobody can tell any more are said to be unknown, and not repeated', async () => {
    const table = storage.emulator.uniqueName('Unknown');
    const minutes = new Minutes(storage.store(), { table });
    const rival = (await stranger(storage.emulator, table)).minutes;
    await minutes.perMinute.increment(day, minute, 4);
    const meanwhile = async () => {
      for (let n = 0; n < 8; n++) await rival.perMinute.increment(day, minute);
    };
    storage.emulator.http.inject(lost(true, meanwhile), { when: ({ method }) => method === 'PATCH' });
    const error = await minutes.perMinute.increment(day, minute).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(await (error as OutcomeUnknownError).resolve()).toBe('unknown');
    expect((await minutes.perMinute.get(day)).at(minute)).toBe(13);
  });

  it('of an entity that went meanwhile are said to be unknown', async () => {
    const table = storage.emulator.uniqueName('Gone');
    const minutes = new Minutes(storage.store(), { table });
    const rival = (await stranger(storage.emulator, table)).minutes;
    await minutes.perMinute.set(day, minute, 4);
    const meanwhile = async () => {
      await rival.delete(day, { force: true });
      await rival.perMinute.set(day, minute, 1);
    };
    storage.emulator.http.inject(lost(true, meanwhile), { when: ({ method }) => method === 'PATCH' });
    await expect(minutes.perMinute.increment(day, minute)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect((await minutes.perMinute.get(day)).at(minute)).toBe(1);
  });

  it('that make the row beside a rival count once, or are said to be unknown', async () => {
    for (const sent of [true, false]) {
      const table = storage.emulator.uniqueName('Made');
      await storage.store().createTable(table);
      const minutes = new Minutes(storage.store(), { table });
      const rival = (await stranger(storage.emulator, table)).minutes;
      const meanwhile = () => rival.perMinute.increment(day, minute);
      storage.emulator.http.inject(lost(sent, meanwhile), { when: ({ method }) => method === 'POST' });
      const outcome = await minutes.perMinute
        .increment(day, minute)
        .catch((error: { code: string }) => error.code);
      const total = (await minutes.perMinute.get(day)).at(minute);
      expect([sent, outcome, total]).toEqual(sent ? [true, 1, 2] : [false, 'OUTCOME_UNKNOWN', 1]);
    }
  });
});

it('a request that arrives late adds nothing', async () => {
  const table = storage.emulator.uniqueName('Late');
  const minutes = new Minutes(storage.store(), { table });
  await minutes.perMinute.increment(day, 905);
  let late: (() => Promise<unknown>) | undefined;
  storage.emulator.http.inject(
    {
      name: 'late',
      async run({ request, send }) {
        late = () => send(request);
        throw reset();
      },
    },
    { when: ({ method }) => method === 'PATCH' },
  );
  expect(await minutes.perMinute.increment(day, 905)).toBe(2);
  expect(await late?.()).toMatchObject({ status: 412 });
  expect((await minutes.perMinute.get(day)).at(905)).toBe(2);
});

describe('increments of three processes among all kinds of faults', () => {
  it.each([1, 2, 3, 4])('are applied once, or are said to be unknown (%s)', async (seed) => {
    const table = storage.emulator.uniqueName('Chaos');
    await storage.store().createTable(table);
    const all: Minutes[] = [];
    while (all.length < 3) all.push((await stranger(storage.emulator, table)).minutes);
    const kinds = [
      faults.dropReply,
      faults.failBeforeSend,
      () => faults.applyThenRespond(500, 'InternalError'),
      () => faults.respond(503, 'ServerBusy'),
    ];
    let state = seed;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let at = 0; at < 40; at += 1 + random(4)) {
      storage.emulator.http.inject(kinds[random(kinds.length)]!(), { after: at });
    }
    const sums = new Map<number, { sure: number; open: number }>();
    await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const minute = [5, 6, 905][random(3)]!;
        const sum = sums.get(minute) ?? { sure: 0, open: 0 };
        sums.set(minute, sum);
        try {
          await all[i % 3]!.perMinute.increment(day, minute);
          sum.sure += 1;
        } catch (error) {
          expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
          sum.open += 1;
        }
      }),
    );
    storage.emulator.http.clearFaults();
    const series = await all[0]!.perMinute.get(day);
    for (const [minute, { sure, open }] of sums) {
      expect(series.at(minute)).toBeGreaterThanOrEqual(sure);
      expect(series.at(minute)).toBeLessThanOrEqual(sure + open);
    }
    const settled = [...sums.values()].reduce((sum, { sure }) => sum + sure, 0);
    expect(settled).toBeGreaterThan(10);
  });
});

describe('calls end', () => {
  it('when they are aborted, and say whether something may be stored', async () => {
    const table = storage.emulator.uniqueName('Abort');
    const counts = new Counts(storage.store(), { table });
    await counts.perHour.set(day, 1, 1);
    const aborted = AbortSignal.abort();
    const { requests } = await storage.emulator.http.record(async () => {
      for (const call of [
        () => counts.perHour.get(day, { signal: aborted }),
        () => counts.perHour.range(day, 1, 2, { signal: aborted }),
        () => counts.perHour.set(day, 1, 2, { signal: aborted }),
        () => counts.perHour.increment(day, 1, 1, { signal: aborted }),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: 'ABORTED' });
      }
      await expect(counts.perHour.get(day, { timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    });
    expect(requests).toEqual([]);
    const controller = new AbortController();
    const abort = async () => controller.abort();
    storage.emulator.http.inject(lost(true, abort), { when: ({ method }) => method === 'PATCH' });
    const { signal } = controller;
    const error = await counts.perHour.increment(day, 1, 1, { signal }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { code: 'ABORTED' } });
    expect(await (error as OutcomeUnknownError).resolve()).toBe('applied');
  });

  it('when others are always faster', async () => {
    const table = storage.emulator.uniqueName('Busy');
    const counts = new Counts(storage.store(), { table });
    const rival = (await stranger(storage.emulator, table)).counts;
    await counts.perHour.set(day, 1, 1);
    let busy = false;
    storage.emulator.http.inject(
      {
        name: 'rival',
        async run({ request, send }) {
          if (!busy) {
            busy = true;
            await rival.perHour.increment(day, 2);
            busy = false;
          }
          return send(request);
        },
      },
      { times: Number.POSITIVE_INFINITY, when: ({ method }) => method === 'PATCH' },
    );
    await expect(counts.perHour.increment(day, 1, 1, { attempts: 3 })).rejects.toMatchObject({
      code: 'CONGESTION',
    });
    await expect(counts.perHour.increment(day, 1, 1, { attempts: 0 })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
    await expect(counts.perHour.set(day, 1, 1, { attempts: 0 })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
    storage.emulator.http.clearFaults();
    expect((await counts.perHour.get(day)).values.slice(1, 3)).toEqual([1, 3]);
  });
});
