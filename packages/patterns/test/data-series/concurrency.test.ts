import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Counts, day, Minutes } from './counts.js';
import { stranger } from './stranger.js';

const storage = useStorage();
let table: string;

beforeEach(() => {
  table = storage.emulator.uniqueName('Race');
});

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

const strangers = async (count: number) => {
  const all: Awaited<ReturnType<typeof stranger>>[] = [];
  while (all.length < count) all.push(await stranger(storage.emulator, table));
  return all;
};

describe('32 increments at once', () => {
  it('are all counted, and those of one process lose no race', async () => {
    const counts = new Counts(storage.store(), { table });
    const other = new Counts(storage.store(), { table });
    await counts.perHour.set(day, 0, 0);
    const { result, requests } = await storage.emulator.http.record(() =>
      Promise.all(upTo(32).map((i) => (i % 2 ? counts : other).perHour.increment(day, 13))),
    );
    expect(result.toSorted((a, b) => a - b)).toEqual(upTo(32).map((i) => i + 1));
    expect((await counts.perHour.get(day)).at(13)).toBe(32);
    expect(requests).toHaveLength(64);
  });

  it('of four processes are all counted, on a row that is not there yet', async () => {
    const all = await strangers(4);
    await Promise.all(upTo(32).map((i) => all[i % 4]!.counts.perHour.increment(day, i % 2, 3)));
    const series = await all[0]!.counts.perHour.get(day);
    expect([series.at(0), series.at(1)]).toEqual([48, 48]);
  });

  it('of four processes are all counted in further rows, beside writes of the entity', async () => {
    const all = await strangers(4);
    const minutes = new Minutes(storage.store(), { table });
    await Promise.all([
      ...upTo(32).map((i) => all[i % 4]!.minutes.perMinute.increment(day, 710 + (i % 2))),
      ...upTo(8).map((i) => all[i % 4]!.minutes.perMinute.set(day, 100 + i * 150, i)),
      ...upTo(4).map(() => minutes.upsert(day, { mode: 'replace' })),
    ]);
    const series = await minutes.perMinute.get(day);
    expect([series.at(710), series.at(711)]).toEqual([16, 16]);
    expect(upTo(8).map((i) => series.at(100 + i * 150))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
