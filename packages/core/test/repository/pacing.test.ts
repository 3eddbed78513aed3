import { or } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../bulk/support.js';
import { type Member, Members, member } from '../query/support.js';
import { type Answers, Rounds } from '../support/rounds.js';
import { useStorage } from '../support/storage.js';
import { VirtualClock } from '../support/virtual-clock.js';

const storage = useStorage();
const table = 'Paced';
const TEAMS = 20;
const clock = new VirtualClock();
const retry = { baseDelay: 64, maxDelay: 60_000, maxRetries: 6 };
const members = () => new Members(storage.store({ clock, retry, random: () => 0.5 }), { table });
const team = (index: number) => `t${String(index).padStart(2, '0')}`;
const rounds = (answers?: Answers) => new Rounds(storage.emulator.http, answers);

beforeAll(async () => {
  await members().bulk(
    ids(TEAMS * 5).map((id) => ({ insert: member(team(Math.floor(id / 5)), 1 + (id % 5), `n${id}`) })),
  );
});

const keyOf = (id: number) => ({ team: team(Math.floor(id / 5)), level: 1 + (id % 5), name: `n${id}` });
const keys = ids(TEAMS * 5).map(keyOf);
const namesOf = (found: readonly (Member | undefined)[]) => found.map((one) => one?.name);
const everybody = ids(TEAMS * 5).map((id) => `n${id}`);

/** Alternatives that are read point by point. */
const points = () =>
  members()
    .query()
    .where(or(...keys.slice(0, 60)));
/** One range in each of the partitions. */
const scans = () =>
  members()
    .query()
    .where({ team: { in: ids(TEAMS).map(team) }, level: { ge: 1 } });

describe('reads of many rows', () => {
  it('halve when the service is too busy, and come back one by one', async () => {
    const seen = rounds((round) => (round === 1 ? faults.serverBusy() : undefined));
    expect(namesOf(await members().getMany(keys))).toEqual(everybody);
    expect(seen.sizes.slice(0, 6)).toEqual([16, 16, 8, 9, 10, 11]);
    expect(seen.most).toBe(16);
  });

  it('halve again as long as it is, down to one', async () => {
    const seen = rounds((round) => (round < 5 ? faults.tooManyRequests() : undefined));
    expect(namesOf(await members().getMany(keys.slice(0, 20)))).toEqual(everybody.slice(0, 20));
    expect(seen.sizes.slice(0, 8)).toEqual([16, 8, 4, 2, 1, 1, 2, 3]);
  });

  it.each([
    ['a plain 503', faults.respond(503, ''), [4, 2]],
    ['a gateway that waited too long', faults.respond(504, ''), [4, 2]],
    ['an operation that took too long', faults.operationTimedOut(), [4, 2]],
    ['an error of the service', faults.internalError(), [4, 4]],
    ['a broken connection', faults.dropReply(), [4, 4]],
  ])('take %s for what it is', async (_, fault, sizes) => {
    const seen = rounds((round) => (round === 0 ? fault : undefined));
    expect(namesOf(await members().getMany(keys.slice(0, 20), { concurrency: 4 }))).toEqual(
      everybody.slice(0, 20),
    );
    expect(seen.sizes.slice(0, 2)).toEqual(sizes);
  });

  it('wait for as long as the service asks, while others go on', async () => {
    clock.slept.length = 0;
    const isFirst = ({ path }: { readonly path: string }) => path.includes("RowKey='m_01_n0'");
    const seen = rounds((round, request) =>
      round === 0 && isFirst(request) ? faults.serverBusy({ retryAfter: 7 }) : undefined,
    );
    expect(namesOf(await members().getMany(keys.slice(0, 12), { concurrency: 4 }))).toEqual(
      everybody.slice(0, 12),
    );
    expect(clock.slept).toEqual([7_000]);
    // The other three of the first round were sent before, and say nothing.
    expect(seen.sizes.slice(0, 3)).toEqual([4, 2, 3]);
  });

  it('give up where single reads do', async () => {
    const seen = rounds(() => faults.serverBusy());
    await expect(members().getMany(keys)).rejects.toMatchObject({ code: 'THROTTLED' });
    expect(seen.sizes.slice(0, 5)).toEqual([16, 8, 4, 2, 1]);
    expect(seen.underWay).toBe(0);
  });

  it('leave nothing under way when they are aborted', async () => {
    const aborting = new AbortController();
    const seen = rounds((round) => {
      if (round === 3) aborting.abort();
      return round === 1 ? faults.serverBusy() : undefined;
    });
    const call = members().getMany(keys, { signal: aborting.signal });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    expect(seen.underWay).toBe(0);
    const sent = storage.emulator.http.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(storage.emulator.http.requests).toHaveLength(sent);
  });
});

describe('queries', () => {
  it('read points at the pace of the service', async () => {
    const seen = rounds((round) => (round === 0 ? faults.serverBusy() : undefined));
    expect(namesOf(await points().all())).toEqual(everybody.slice(0, 60));
    expect(seen.sizes.slice(0, 4)).toEqual([16, 8, 9, 10]);
  });

  it('scan eight ranges at once', async () => {
    const seen = rounds();
    expect(namesOf(await scans().all())).toEqual(everybody);
    expect(seen.sizes[0]).toBe(8);
    expect(seen.most).toBe(8);
  });

  it('begin fewer scans ahead while the service is too busy', async () => {
    const seen = rounds((round) => (round < 2 ? faults.serverBusy() : undefined));
    expect(namesOf(await scans().all())).toEqual(everybody);
    expect(seen.sizes.slice(0, 3)).toEqual([8, 4, 2]);
  });

  it.each([1, 3, 12])('have no more than %i requests under way if told so', async (concurrency) => {
    for (const query of [points(), scans()]) {
      storage.emulator.http.clearFaults();
      const seen = rounds((round) => (round % 7 === 3 ? faults.serverBusy() : undefined));
      const found = await query.all({ concurrency });
      expect(namesOf(found)).toEqual(everybody.slice(0, found.length));
      expect(seen.most).toBe(concurrency);
      storage.emulator.http.clearFaults();
      const paged: string[] = [];
      const paging = rounds();
      for await (const { items } of query.pages({ size: 7, concurrency })) {
        paged.push(...items.map(({ name }) => name));
      }
      expect(paged).toEqual(everybody.slice(0, found.length));
      expect(paging.most).toBeLessThanOrEqual(concurrency);
    }
  });

  it('begin nothing ahead of what is taken', async () => {
    const seen = rounds();
    expect(await scans().take(3).all()).toHaveLength(3);
    expect(seen.sizes).toEqual([1]);
  });

  it('leave nothing under way when the loop is left', async () => {
    const seen = rounds((round) => (round === 0 ? faults.serverBusy() : undefined));
    for await (const _ of scans()) break;
    expect(seen.underWay).toBe(0);
  });

  it.each([0, -1, 1.5, Number.NaN, '8', null])('refuse a concurrency of %s', async (concurrency) => {
    const options = { concurrency } as never;
    for (const run of [
      () => points().all(options),
      () => points().first(options),
      () => points().count(options),
      () => points().page(options),
      () => points().pages(options).next(),
      () => points().iterate(options).next(),
    ]) {
      await expect(run()).rejects.toMatchObject({
        code: 'OPTIONS_INVALID',
        details: { option: 'concurrency' },
      });
    }
    expect(storage.emulator.http.requests).toEqual([]);
  });
});

/** What happens to each request: how many turns of the event loop it takes, and whether the service is too busy. */
const fates = fc.array(fc.record({ turns: fc.nat({ max: 6 }), busy: fc.boolean() }), {
  minLength: 1,
  maxLength: 80,
});

it('never more than allowed, and every answer right and in order, whatever happens to the requests', async () => {
  const patient = new Members(storage.store({ clock, retry: { ...retry, maxRetries: 1_000 } }), { table });
  const wanted = ids(40);
  const calls = [
    (concurrency: number) => patient.getMany(wanted.map(keyOf), { concurrency }),
    (concurrency: number) =>
      patient
        .query()
        .where(or(...wanted.map(keyOf)))
        .all({ concurrency }),
    (concurrency: number) =>
      patient
        .query()
        .where({ team: { in: ids(8).map(team) }, level: { ge: 1 } })
        .all({ concurrency }),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fates,
      fc.constantFrom(...calls),
      async (concurrency, fate, call) => {
        let underWay = 0;
        let most = 0;
        let count = 0;
        storage.emulator.http.clearFaults();
        storage.emulator.http.inject(
          {
            name: 'fate',
            async run(exchange) {
              most = Math.max(most, ++underWay);
              const { turns, busy } = fate[count] ?? { turns: 0, busy: false };
              count++;
              for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
              try {
                return await (busy ? faults.serverBusy().run(exchange) : exchange.send());
              } finally {
                underWay--;
              }
            },
          },
          { times: Number.POSITIVE_INFINITY },
        );
        expect(namesOf(await call(concurrency))).toEqual(everybody.slice(0, 40));
        expect(most).toBeLessThanOrEqual(concurrency);
        expect(underWay).toBe(0);
      },
    ),
    { numRuns: 40 },
  );
});
