import { ticksOfDate } from '@tablewright/core';
import type { TailOptions } from '@tablewright/patterns/log-tail';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OverlapWindow } from '../../log-tail/overlap-window.js';
import { ManualClock, SetClock } from '../support/clocks.js';
import { type Expense, Expenses, LogEvents, Readings } from '../support/expense.js';
import { Follower } from '../support/follower.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const log = { employee: 'e223' };
let clock: SetClock;
let table: string;
let expenses: Expenses;
/** Writes with other clocks, and late. */
let others: Expenses;

beforeEach(() => {
  clock = new SetClock('2014-07-31T18:00:00Z');
  table = storage.emulator.uniqueName('Tail');
  expenses = new Expenses(storage.store({ clock }), { table });
  others = new Expenses(storage.store(), { table });
});

const ago = (ms: number) => new Date(clock.time - ms);
const late = (note: string, ms: number) => others.append({ ...log, note, submitted: ago(ms) });
const notes = (entries: readonly Expense[]) => entries.map(({ note }) => note);
const follow = (options?: TailOptions<Date>) => {
  const own = new ManualClock(clock);
  const tail = new Expenses(storage.store({ clock: own }), { table }).tail(log, options);
  return { tail, own, follower: new Follower(tail, own) };
};

describe('what is yielded', () => {
  it('what is appended from now on, the oldest first', async () => {
    await late('before', 1);
    const { follower } = follow();
    expect(await follower.poll()).toEqual([]);
    for (const note of ['a', 'b', 'c']) await expenses.append({ ...log, note });
    await expenses.append({ employee: 'e22', note: 'another log' });
    expect(notes(await follower.pollAfter(1_000))).toEqual(['a', 'b', 'c']);
    expect(await follower.pollAfter(1_000)).toEqual([]);
    await expenses.append({ ...log, note: 'd' });
    expect(notes(await follower.pollAfter(1_000))).toEqual(['d']);
  });

  it('what is appended between the call and the first poll', async () => {
    const { follower } = follow();
    await expenses.append({ ...log, note: 'a' });
    await late('before', 1);
    expect(notes(await follower.poll())).toEqual(['a']);
  });

  it('from a time on', async () => {
    for (const ms of [3_000, 2_000, 1_000]) await late(`${ms}`, ms);
    const { follower } = follow({ since: ago(2_000) });
    expect(notes(await follower.poll())).toEqual(['2000', '1000']);
    await late('too early', 2_001);
    await late('late', 1_999);
    expect(notes(await follower.pollAfter(1_000))).toEqual(['late']);
  });

  it('entities that can be changed', async () => {
    await expenses.append({ ...log, note: 'a' });
    const [entry] = await follow({ since: ago(0) }).follower.poll();
    await expenses.update(entry!, { note: 'b' });
    expect(notes(await expenses.latest(log, 1).all())).toEqual(['b']);
  });

  it('of one of several logs of a partition, with ticks', async () => {
    const own = new ManualClock(clock);
    const events = new LogEvents(storage.store({ clock: own }), {
      table: storage.emulator.uniqueName('Events'),
    });
    const of = { app: 'web', level: 'error' };
    const follower = new Follower(events.tail(of, { since: ticksOfDate(ago(0)) + 1n }), own);
    for (const text of ['first tick', 'a', 'b']) await events.append({ ...of, text });
    await events.append({ app: 'web', level: 'info' });
    expect((await follower.poll()).map(({ text }) => text)).toEqual(['a', 'b']);
  });
});

describe('entries that are late', () => {
  it('are yielded within the overlap, and not beyond', async () => {
    const { follower } = follow({ overlap: 5_000 });
    await follower.poll();
    await expenses.append({ ...log, note: 'newest' });
    expect(notes(await follower.pollAfter(1_000))).toEqual(['newest']);
    await late('just in time', 6_000);
    await late('a tick too late', 6_001);
    await late('clock behind', 3_000);
    expect(notes(await follower.pollAfter(0))).toEqual([]);
    expect(notes(await follower.pollAfter(1_000))).toEqual(['just in time', 'clock behind']);
    expect(await follower.pollAfter(1_000)).toEqual([]);
  });

  it('are told from those that were there when the tail began', async () => {
    await late('there', 2_000);
    const { follower } = follow();
    expect(await follower.poll()).toEqual([]);
    await late('late', 2_000);
    expect(notes(await follower.pollAfter(1_000))).toEqual(['late']);
  });

  it('from writers whose clock is ahead do not hide those of others', async () => {
    const { follower } = follow({ overlap: 5_000 });
    await follower.poll();
    await late('ahead', -4_000);
    expect(notes(await follower.pollAfter(1_000))).toEqual(['ahead']);
    await late('behind', 4_000);
    expect(notes(await follower.pollAfter(1_000))).toEqual(['behind']);
  });

  it('of a time that has yet to come are yielded when it does', async () => {
    const { follower } = follow({ overlap: 5_000, interval: 1_000 });
    await follower.poll();
    await late('in ten seconds', -10_000);
    expect(await follower.pollAfter(4_000)).toEqual([]);
    expect(notes(await follower.pollAfter(1_000))).toEqual(['in ten seconds']);
    expect(await follower.pollAfter(10_000)).toEqual([]);
  });

  it('while this clock runs ahead of all writers', async () => {
    const { follower } = follow({ overlap: 1_000 });
    await follower.poll();
    const written = new Date(clock.time);
    await others.append({ ...log, note: 'a', submitted: written });
    expect(notes(await follower.pollAfter(3_600_000))).toEqual(['a']);
    await others.append({ ...log, note: 'b', submitted: new Date(written.getTime() + 1) });
    expect(notes(await follower.pollAfter(1_000))).toEqual(['b']);
  });

  it('a clock that is set back yields nothing twice', async () => {
    const { follower } = follow({ overlap: 1_000 });
    await expenses.append({ ...log, note: 'a' });
    expect(notes(await follower.poll())).toEqual(['a']);
    expect(await follower.pollAfter(5_000)).toEqual([]);
    await expenses.append({ ...log, note: 'b' });
    expect(notes(await follower.pollAfter(5_000))).toEqual(['b']);
    // It sleeps until a second later than it will be: the clock goes back while a poll is waited for.
    clock.time -= 8_000;
    expect(await follower.pollAfter(9_000)).toEqual([]);
    clock.time -= 60_000;
    expect(await follower.pollAfter(61_000)).toEqual([]);
    await expenses.append({ ...log, note: 'c' });
    expect(notes(await follower.pollAfter(1_000))).toEqual(['c']);
  });
});

describe('requests', () => {
  it('one for each poll, as explained by since', async () => {
    const { follower } = follow();
    await follower.poll();
    await expenses.append({ ...log, note: 'a' });
    for (const expected of [['a'], []]) {
      const { result, requests } = await storage.emulator.http.record(() => follower.pollAfter(1_000));
      expect(notes(result)).toEqual(expected);
      expect(requests.map(({ method }) => method)).toEqual(['GET']);
    }
  });

  it('nothing is sent before the first entry is asked for', async () => {
    const { requests } = await storage.emulator.http.record(async () => follow().tail.cursor);
    expect(requests).toEqual([]);
  });

  it('a long backlog in slices, the oldest first, with a page in memory', async () => {
    const start = Date.UTC(2014, 0, 1);
    // Sparse, then dense, then a gap: slices have to shrink and to grow.
    const times = [
      ...Array.from({ length: 300 }, (_, i) => start + i * 3_600_000),
      ...Array.from({ length: 1_800 }, (_, i) => start + 300 * 3_600_000 + i),
      ...Array.from({ length: 400 }, (_, i) => start + 3_000 * 3_600_000 + i * 60_000),
    ];
    await others.bulk(
      times.map((time, i) => ({ insert: { ...log, submitted: new Date(time), id: `${i}`, amount: i } })),
    );
    const { follower } = follow({ since: new Date(start) });
    const { result, requests } = await storage.emulator.http.record(() => follower.poll());
    expect(result.map(({ amount }) => amount)).toEqual(times.map((_, i) => i));
    expect(requests.length).toBeLessThan(100);
  });

  it('of a long backlog no more keys are kept than those of a slice and of the overlap', async () => {
    const entries = Array.from({ length: 3_500 }, (_, i) => ({
      insert: { ...log, submitted: ago(i * 60_000) },
    }));
    await others.bulk(entries as never);
    const admit = vi.spyOn(OverlapWindow.prototype, 'admit');
    const { tail } = follow({ since: ago(3_500 * 60_000) });
    let most = 0;
    for (let i = 0; i < 3_500; i++) {
      await tail.next();
      most = Math.max(most, (admit.mock.contexts.at(-1) as OverlapWindow).size);
    }
    admit.mockRestore();
    expect(most).toBeLessThan(1_100);
  });

  it('more entries of one time than a page holds', async () => {
    const entries = Array.from({ length: 1_250 }, (_, i) => ({ ...log, submitted: ago(0), id: `i${i}` }));
    await others.bulk(entries.map((insert) => ({ insert })));
    const { follower } = follow({ since: ago(0) });
    const ids = (await follower.poll()).map(({ id }) => id);
    expect(ids).toEqual(
      entries
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(await follower.pollAfter(1_000)).toEqual([]);
  });
});

describe('the cursor', () => {
  it('goes on behind the entry at hand, wherever that was', async () => {
    for (const note of ['a', 'b', 'c', 'd']) await expenses.append({ ...log, note });
    for (let taken = 0; taken <= 4; taken++) {
      const { tail } = follow({ since: ago(0) });
      for (let i = 0; i < taken; i++) await tail.next();
      const { follower } = follow({ cursor: tail.cursor });
      expect(notes(await follower.poll())).toEqual(['a', 'b', 'c', 'd'].slice(taken));
      await tail.return?.();
    }
  });

  it('of a tail that has not begun', async () => {
    await late('before', 1);
    const { cursor } = follow().tail;
    clock.time += 5_000;
    await expenses.append({ ...log, note: 'a' });
    expect(notes(await follow({ cursor }).follower.poll())).toEqual(['a']);
  });

  it('knows what was there and what was yielded, for entries that are late', async () => {
    await late('there', 2_000);
    const { tail, follower } = follow();
    await follower.poll();
    await late('a', 1_000);
    expect(notes(await follower.pollAfter(1_000))).toEqual(['a']);
    await late('late', 2_500);
    const other = follow({ cursor: tail.cursor });
    expect(notes(await other.follower.poll())).toEqual(['late']);
    expect(await follow({ cursor: other.tail.cursor }).follower.poll()).toEqual([]);
  });

  it('stays small when the log is long', async () => {
    const entries = Array.from({ length: 500 }, (_, i) => ({
      ...log,
      submitted: ago(i * 1_000),
      id: `${i}`,
    }));
    await others.bulk(entries.map((insert) => ({ insert })));
    const { tail, follower } = follow({ since: ago(500_000), overlap: 5_000 });
    expect(await follower.poll()).toHaveLength(500);
    // Six entries of the last five seconds, both ends included.
    const content = JSON.parse(Buffer.from(tail.cursor, 'base64url').toString()) as unknown[];
    expect(content[3]).toHaveLength(6);
  });

  it('is refused by another log, and if it is damaged', async () => {
    const { cursor } = follow().tail;
    const content = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const forged = (change: Record<number, unknown>) =>
      Buffer.from(JSON.stringify(content.map((part, i) => (i in change ? change[i] : part)))).toString(
        'base64url',
      );
    const bad = [
      '',
      'x',
      cursor.slice(1),
      7,
      null,
      {},
      forged({ 0: 2 }),
      forged({ 1: 'x' }),
      forged({ 2: '-1' }),
      forged({ 2: 5 }),
      forged({ 2: '0' }),
      forged({ 3: 'x' }),
      forged({ 3: [7] }),
      forged({ 3: ['nonsense'] }),
      Buffer.from('[]').toString('base64url'),
    ];
    for (const other of bad) {
      expect(() => expenses.tail(log, { cursor: other as string })).toThrow(/Expense: the cursor/);
    }
    expect(() => expenses.tail({ employee: 'e22' }, { cursor })).toThrow(/belongs to another log/);
    expect(() => new Expenses(storage.store()).tail(log, { cursor })).toThrow(/belongs to another log/);
  });
});

describe('the end', () => {
  it('leaving the loop', async () => {
    await expenses.append({ ...log, note: 'a' });
    for await (const { note } of expenses.tail(log, { since: ago(0) })) {
      expect(note).toBe('a');
      break;
    }
  });

  it('leaving while the next poll is waited for', async () => {
    const { tail, follower } = follow();
    await follower.poll();
    const next = tail.next();
    expect(await tail.return?.()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await tail.next()).toEqual({ done: true, value: undefined });
  });

  it('leaving while a request is under way', async () => {
    await expenses.append(log);
    storage.emulator.http.inject(faults.hang());
    const { tail } = follow();
    const next = tail.next();
    await new Promise((resolve) => setImmediate(resolve));
    await tail.return?.();
    expect((await next).done).toBe(true);
  });

  it.each(['before it begins', 'while it waits', 'during a request'])('a signal %s', async (when) => {
    const controller = new AbortController();
    const { tail, own } = follow({ signal: controller.signal });
    if (when === 'before it begins') controller.abort('enough');
    if (when === 'during a request') storage.emulator.http.inject(faults.hang());
    const end = expect(tail.next()).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
    if (when === 'while it waits') await own.asleep();
    if (when === 'during a request') await new Promise((resolve) => setImmediate(resolve));
    controller.abort('enough');
    await end;
    expect((await tail.next()).done).toBe(true);
  });

  it('a signal between two entries of one poll', async () => {
    for (const note of ['a', 'b', 'c']) await expenses.append({ ...log, note });
    const controller = new AbortController();
    const { tail } = follow({ since: ago(0), signal: controller.signal });
    expect((await tail.next()).value).toMatchObject({ note: 'a' });
    controller.abort('enough');
    await expect(tail.next()).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
    expect(notes(await follow({ cursor: tail.cursor }).follower.poll())).toEqual(['b', 'c']);
  });

  it('a service that fails, after which the cursor leads on', async () => {
    const { tail, follower } = follow({ since: ago(0) });
    await expenses.append({ ...log, note: 'a' });
    await follower.poll();
    await expenses.append({ ...log, note: 'b' });
    storage.emulator.http.inject(faults.respond(403, 'AuthorizationFailure'));
    await expect(follower.pollAfter(1_000)).rejects.toMatchObject({ name: 'AuthenticationError' });
    expect(notes(await follow({ cursor: tail.cursor }).follower.poll())).toEqual(['b']);
  });
});

it.each([
  [{ interval: -1 }, 'interval'],
  [{ interval: '1s' }, 'interval'],
  [{ overlap: Number.NaN }, 'overlap'],
  [{ overlap: 1.5 }, 'overlap'],
  [{ since: new Date(Number.NaN) }, 'since'],
  [{ since: 5n }, 'since'],
  [{ since: new Date(0), cursor: 'x' }, 'since'],
  [{ signal: 'stop' }, 'signal'],
  [{ from: new Date(0) }, 'from'],
  [null, 'options'],
])('refuses the options %o', (options, option) => {
  expect(() => expenses.tail(log, options as never)).toThrow(
    expect.objectContaining({ code: 'OPTIONS_INVALID', details: { option } }),
  );
});

it('an overlap that reaches beyond all time', async () => {
  await late('a', 86_400_000 * 365);
  const { follower } = follow({ overlap: Number.MAX_SAFE_INTEGER });
  expect(await follower.poll()).toEqual([]);
  await late('b', 86_400_000 * 365 * 100);
  expect(notes(await follower.pollAfter(1_000))).toEqual(['b']);
  const own = new ManualClock(clock);
  const readings = new Readings(storage.store({ clock: own }), { table });
  const tail = readings.tail({ sensor: 's' }, { overlap: Number.MAX_SAFE_INTEGER });
  expect(await new Follower(tail, own).poll()).toEqual([]);
});
