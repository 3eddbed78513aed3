import { formatTrace, replay, runSchedules } from '@tablewright/testing/simulation';
import { describe, expect, it } from 'vitest';
import { type Add, counters, countersWith } from '../scenarios/counters.js';

describe('counters under many schedules', () => {
  it('lose no addition, and add none twice', async () => {
    const report = await runSchedules(counters, { count: 200 });
    expect(report.violations.map(({ message }) => message)).toEqual([]);
    expect(report.schedules).toBe(200);
    expect(report.least).toMatchObject({ writers: 2, faults: 1 });
    expect(report.least.writes).toBeGreaterThanOrEqual(4);
    expect(Object.keys(report.faults)).toEqual(expect.arrayContaining(['replyLost', 'late', 'killedAfter']));
  });

  it.each<[string, Add]>([
    [
      'overwrite',
      async (counters, name) => {
        const counter = await counters.getOrThrow({ group: 'fruit', name });
        counter.value++;
        await counters.replace(counter, { force: true });
      },
    ],
    [
      'add again what may have been added',
      async (counters, name) => {
        const add = () =>
          counters.modify({ group: 'fruit', name }, (counter) => {
            counter.value++;
          });
        await add().catch(add);
      },
    ],
  ])('find those that %s', async (name, add) => {
    const { violations } = await runSchedules(countersWith(name, add), { count: 2_000, maxViolations: 1 });
    expect(violations[0]?.message).toMatch(/additions took place/);
  });

  it('are the same again', async () => {
    const trace = async (number: number) => formatTrace((await replay(counters, { seed: 1, number })).trace);
    for (let number = 0; number < 6; number++) expect(await trace(number)).toBe(await trace(number));
    expect(await trace(0)).not.toBe(await trace(6));
  });
});
