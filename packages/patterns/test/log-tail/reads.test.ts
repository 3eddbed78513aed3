import { ticksOfDate } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { SetClock } from '../support/clocks.js';
import { Expenses, LogEvents } from '../support/expense.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const start = Date.UTC(2014, 6, 31, 18);
const at = (ms: number) => new Date(start + ms);
const e223 = { employee: 'e223' };
let expenses: Expenses;

beforeAll(async () => {
  expenses = new Expenses(storage.store(), { table: storage.emulator.uniqueName('Expenses') });
  const entry = (employee: string, n: number) => ({
    insert: { employee, submitted: at(n), id: `x${n}`, amount: n },
  });
  await expenses.bulk([...Array(1_100).keys()].map((n) => entry('e223', n)));
  await expenses.bulk(['e22', 'e2233', "o'neil_#/", ' '].map((employee) => entry(employee, 7)));
});

const amounts = (found: readonly { readonly amount?: number }[]) => found.map(({ amount }) => amount);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

describe('latest', () => {
  it.each([1, 10, 999, 1_000])('the newest %i in one request', async (count) => {
    const { result, requests } = await storage.emulator.http.record(() => expenses.latest(e223, count).all());
    expect(amounts(result)).toEqual(down(1_099, 1_100 - count));
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    // The service gives a thousand unasked.
    expect(new URL(requests[0]!.url).searchParams.get('$top') ?? '1000').toBe(String(count));
  });

  it('more than a page takes a request for each', async () => {
    const { result, requests } = await storage.emulator.http.record(() => expenses.latest(e223, 1_050).all());
    expect(amounts(result)).toEqual(down(1_099, 50));
    expect(requests).toHaveLength(2);
  });

  it('sends what it explains', async () => {
    const query = expenses.latest(e223, 10);
    const { requests } = await storage.emulator.http.record(() => query.all());
    const plan = query.explain();
    expect(plan).toMatchObject({ path: 'primary', access: 'partition', take: 10, requests: { least: 1 } });
    const filters = plan.parts.map((part) => part.kind === 'scan' && part.filter);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('$filter'))).toEqual(filters);
  });

  it('of a log that has fewer, or none', async () => {
    expect(amounts(await expenses.latest({ employee: 'e22' }, 5).all())).toEqual([7]);
    expect(await expenses.latest({ employee: 'nobody' }, 5).all()).toEqual([]);
  });

  it.each(["o'neil_#/", ' '])('of %j', async (employee) => {
    expect(amounts(await expenses.latest({ employee }, 5).all())).toEqual([7]);
  });

  it('takes an entry for the name of its log', async () => {
    const entry = await expenses.latest(e223, 1).first();
    expect(amounts(await expenses.latest(entry!, 2).all())).toEqual([1_099, 1_098]);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d', (count) => {
    expect(() => expenses.latest(e223, count)).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  });

  it.each([undefined, null, {}, { employee: undefined }, 'e223'])('refuses the log %j', (log) => {
    expect(() => expenses.latest(log as never, 1)).toThrow(
      /Expense: name the log by its values: { employee }/,
    );
  });
});

describe('since and between', () => {
  it('ends are included', async () => {
    expect(amounts(await expenses.since(e223, at(1_097)).all())).toEqual([1_099, 1_098, 1_097]);
    expect(amounts(await expenses.between(e223, at(3), at(5)).all())).toEqual([5, 4, 3]);
    expect(amounts(await expenses.between(e223, at(5), at(5)).all())).toEqual([5]);
    expect(await expenses.between(e223, at(5), at(3)).all()).toEqual([]);
    expect(await expenses.since(e223, at(1_100)).all()).toEqual([]);
  });

  it('one request for each page, of this range alone', async () => {
    const query = expenses.since(e223, at(50));
    const { result, requests } = await storage.emulator.http.record(() => query.all());
    expect(amounts(result)).toEqual(down(1_099, 50));
    expect(requests).toHaveLength(2);
    expect(query.explain().access).toBe('range');
    const small = await storage.emulator.http.record(() => expenses.between(e223, at(10), at(20)).all());
    expect(small.requests).toHaveLength(1);
  });

  it('at the ends of time', async () => {
    const [first, last] = [new Date(Date.UTC(1601, 0, 1)), new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999))];
    expect(await expenses.between(e223, first, last).count()).toBe(1_100);
    expect(await expenses.since(e223, first).count()).toBe(1_100);
  });

  it.each([
    new Date(Number.NaN),
    new Date(Date.UTC(1600, 0, 1)),
    '2014',
    5,
    undefined,
    ticksOfDate(at(0)) + 1n,
  ])('refuses the time %s', (time) => {
    expect(() => expenses.since(e223, time as never)).toThrow(
      /time is a valid Date in the years 1601 to 9999/,
    );
  });

  it('goes on as a query does', async () => {
    const some = expenses.since(e223, at(1_000)).where({ amount: { lt: 1_003 } });
    expect(amounts(await some.select('amount').all())).toEqual([1_002, 1_001, 1_000]);
    const page = await expenses.since(e223, at(0)).page({ size: 2 });
    const next = await expenses.since(e223, at(0)).page({ size: 2, token: page.token });
    expect(amounts(next.items)).toEqual([1_097, 1_096]);
  });
});

it('several logs of one partition are apart', async () => {
  const clock = new SetClock('2014-07-31T18:00:00Z');
  const events = new LogEvents(storage.store({ clock }), { table: storage.emulator.uniqueName('Events') });
  for (const [i, level] of ['error', 'info', 'err', 'error_', 'error'].entries()) {
    await events.append({ app: 'apart', level, text: `${i}` });
  }
  const texts = async (level: string) =>
    (await events.latest({ app: 'apart', level }, 10).all()).map(({ text }) => text);
  expect(await texts('error')).toEqual(['4', '0']);
  expect(await texts('err')).toEqual(['2']);
  expect(await texts('error_')).toEqual(['3']);
  const tick = ticksOfDate(new Date(clock.time));
  const of = { app: 'apart', level: 'error' };
  expect(await events.since(of, tick + 1n).count()).toBe(1);
  expect(await events.since(of, new Date(clock.time)).count()).toBe(2);
  expect(await events.between(of, tick, tick).count()).toBe(1);
  expect(() => events.latest({ app: 'apart' } as never, 1)).toThrow(/{ app, level }/);
});
