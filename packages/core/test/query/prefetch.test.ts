import type { PipelineResponse } from '@azure/core-rest-pipeline';
import { transaction } from '@tablewright/core';
import { type Fault, faults, type RecordedRequest } from '@tablewright/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Members, member, names, parameter } from './support.js';

const storage = useStorage();
const PAGE = 10;
const everyone = Array.from({ length: 75 }, (_, i) =>
  member('a', 1, `n${String(i).padStart(2, '0')}`, { age: i }),
);
const PAGES = 8;
let members: Members;

beforeAll(async () => {
  members = new Members(storage.store({ retry: { maxRetries: 0 } }), {
    table: storage.emulator.uniqueName('Ahead'),
  });
  const all = transaction();
  for (const one of everyone) all.insert(members, one);
  await all.commit();
  storage.emulator.http.clear();
});

/** The service may end its pages wherever it likes: here after a few rows. */
function shortPages(answer: (page: number) => Fault | undefined = () => undefined) {
  let page = 0;
  const fault: Fault = {
    name: 'shortPages',
    run: (exchange) => {
      const { recorded, request } = exchange;
      const top = Math.min(PAGE, Number(parameter(recorded, '$top') ?? PAGE));
      const url = `${request.url.replace(/[?&]\$top=\d+/, '')}&$top=${top}`;
      const send = () => exchange.send({ ...request, url });
      return answer(page++)?.run({ ...exchange, send }) ?? send();
    },
  };
  const when = (request: RecordedRequest) => request.path.endsWith('()');
  storage.emulator.http.inject(fault, { when, times: Number.POSITIVE_INFINITY });
}

/** A page that says where the next one begins, but is none. */
const garbled: Fault = {
  name: 'garbled',
  run: async ({ send }): Promise<PipelineResponse> => ({ ...(await send()), bodyAsText: '{"value":[{}]}' }),
};

const team = () => members.query({ team: 'a', level: 1 });
const sent = () => storage.emulator.http.requests.length;
const pending = () => storage.emulator.http.requests.filter((request) => request.durationMs === 0).length;

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Until nothing is under way any more. What is sent later than that is sent too late to be of use. */
async function quiet(): Promise<void> {
  do await new Promise(setImmediate);
  while (pending() > 0);
}

describe('the next page', () => {
  beforeEach(() => shortPages());

  it('is under way while this one is consumed, and none beyond it', async () => {
    let at = 0;
    for await (const one of team()) {
      expect(one.name).toBe(everyone[at]!.name);
      await quiet();
      expect(sent()).toBe(Math.min(Math.floor(at / PAGE) + 2, PAGES));
      at++;
    }
    expect(at).toBe(everyone.length);
    expect(sent()).toBe(PAGES);
  });

  it('is asked for once, whoever reads', async () => {
    for (const run of [
      async () => names(await team().all()),
      async () => names(await team().readonly().all()),
      async () => names(await collected(team())),
      async () => names(await collected(team().iterate({ timeout: 60_000 }))),
    ]) {
      storage.emulator.http.clear();
      expect(await run()).toEqual(names(everyone));
      expect(sent()).toBe(PAGES);
    }
    storage.emulator.http.clear();
    expect(await team().count()).toBe(everyone.length);
    expect(sent()).toBe(PAGES);
  });

  it('is not asked for when this one may be enough', async () => {
    for (const [run, tops] of [
      [() => team().first(), ['1']],
      [() => team().take(PAGE).all(), ['10']],
      [() => team().take(15).all(), ['15', '5']],
      [() => team().page({ size: PAGE }), ['10']],
      [() => team().page({ size: 15 }), ['15', '5']],
      [() => team().pages({ size: 1_000 }).next(), ['1000', '990', '980', '970', '960', '950', '940', '930']],
    ] as const) {
      storage.emulator.http.clear();
      await run();
      await quiet();
      const asked = storage.emulator.http.requests.map((request) => parameter(request, '$top') ?? '1000');
      expect(asked).toEqual(tops);
    }
  });

  it('is asked for of many that are to be taken, as long as it is needed for sure', async () => {
    const iterator = team().take(2_005).iterate();
    await iterator.next();
    await quiet();
    expect(sent()).toBe(2);
    for (let i = 0; i < PAGE; i++) await iterator.next();
    await quiet();
    // Of 1,995 the page at hand may bring 1,000: how many to ask for after it is not known before it is read.
    expect(sent()).toBe(2);
    await iterator.return!();
  });

  it('does not move the place at which pages go on', async () => {
    const found: string[] = [];
    let token: string | undefined;
    do {
      const page = await team().page({ size: 7, token });
      found.push(...page.items.map(({ name }) => name));
      token = page.token;
    } while (token);
    expect(found).toEqual(everyone.map(({ name }) => name));
  });

  it('of each of the parts that are merged, and none beyond it', async () => {
    const ages = everyone.map(({ age }) => age!);
    const query = members
      .query({ team: 'a' })
      .where({ age: { in: ages } })
      .scan('partition');
    const { parts } = query.explain();
    expect(parts.length).toBeGreaterThan(1);
    const found: string[] = [];
    let most = 0;
    for await (const one of query) {
      found.push(one.name);
      await quiet();
      most = Math.max(most, sent() - Math.floor(found.length / PAGE));
    }
    expect(found).toEqual(everyone.map(({ name }) => name));
    expect(most).toBeGreaterThan(parts.length);
    expect(most).toBeLessThanOrEqual(2 * parts.length);
  });
});

describe('a page that was asked for ahead of time', () => {
  it('is given up when the loop is left', async () => {
    shortPages((page) => (page === 1 ? faults.hang() : undefined));
    for await (const _ of team()) {
      while (sent() < 2) await new Promise(setImmediate);
      expect(pending()).toBe(1);
      break;
    }
    expect(pending()).toBe(0);
    await quiet();
    expect(sent()).toBe(2);
  });

  it('fails in silence when nobody wants it', async () => {
    shortPages((page) => (page === 1 ? faults.respond(403, 'AuthorizationFailure') : undefined));
    for await (const _ of team()) {
      await quiet();
      expect(sent()).toBe(2);
      break;
    }
    await quiet();
    expect(sent()).toBe(2);
  });

  it.each([
    ['the service refused', faults.respond(403, 'AuthorizationFailure'), 'AUTHENTICATION_FAILED', 3],
    ['is none', garbled, 'REPLY_INVALID', 4],
  ])('and that %s fails after all rows before it', async (_, fault, code, requests) => {
    shortPages((page) => (page === 2 ? fault : page > 2 ? faults.hang() : undefined));
    const found: string[] = [];
    const iterator = team().iterate();
    const loop = async () => {
      for await (const one of iterator) {
        await new Promise(setImmediate);
        found.push(one.name);
      }
    };
    await expect(loop()).rejects.toMatchObject({ code });
    expect(found).toEqual(everyone.slice(0, 2 * PAGE).map(({ name }) => name));
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(pending()).toBe(0);
    await quiet();
    expect(sent()).toBe(requests);
  });

  it('is given up in time', async () => {
    shortPages((page) => (page === 1 ? faults.hang() : undefined));
    const found: string[] = [];
    const loop = async () => {
      for await (const one of team().iterate({ timeout: 50 })) found.push(one.name);
    };
    await expect(loop()).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(found).toHaveLength(PAGE);
    expect(pending()).toBe(0);
  });
});
