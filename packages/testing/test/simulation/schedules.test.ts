import { describe, expect, it } from 'vitest';
import { type Actor, faultKinds, runSchedules, type Scenario } from '../../src/simulation/index.js';
import { Cells, cellClient } from './support/cells.js';

/** Writers that append; how many there are depends on the seed. */
const appending = (check: (log: string) => void = () => {}): Scenario => ({
  name: 'appending',
  demands: { writers: 2, workers: 1, writes: 3 },
  faults: { atMost: 2, kinds: [faultKinds.dropped, faultKinds.duplicated] },
  build: ({ random }) => {
    const storage = new Cells();
    const actor = (role: string): Actor => ({
      role,
      async run({ httpClient, name, count }) {
        count('writes');
        await cellClient(httpClient)
          .append('log', role === 'worker' ? '0' : name.at(-1)!)
          .catch(() => {});
      },
    });
    const writers = Array.from({ length: random.between(1, 4) }, () => actor('writer'));
    return { storage, actors: [...writers, actor('worker')], check: () => check(storage.value('log') ?? '') };
  },
});

describe('runSchedules', () => {
  it('counts only schedules that have in them what is demanded', async () => {
    const report = await runSchedules(appending(), { count: 60, seed: 5 });
    expect(report).toMatchObject({ scenario: 'appending', seed: 5, from: 0, schedules: 60, violations: [] });
    expect(report.least).toMatchObject({ writers: 2, workers: 1, writes: 3, faults: 1 });
    expect(report.redrawn).toBeGreaterThan(0);
    const { dropped = 0, duplicated = 0 } = report.faults;
    expect(Math.min(dropped, duplicated)).toBeGreaterThan(0);
    expect(dropped + duplicated).toBe(report.totals.faults);
  });

  it('runs the same schedules in parts as in one', async () => {
    const stories = async (from: number, count: number) => {
      const logs: string[] = [];
      await runSchedules(
        appending((log) => logs.push(log)),
        { count, from },
      );
      return logs.slice(1); // the first is the probe
    };
    const whole = await stories(0, 20);
    expect([...(await stories(0, 8)), ...(await stories(8, 12))]).toEqual(whole);
    expect(new Set(whole).size).toBeGreaterThan(5);
  });

  it('reports violations by number, and gives up after enough of them', async () => {
    const fussy = appending((log) => {
      if (/(.).*\1/.test(log)) throw new Error(`twice in ${log}`);
    });
    const report = await runSchedules(fussy, { count: 1_000, maxViolations: 3 });
    expect(report.violations).toHaveLength(3);
    expect(report.schedules).toBeLessThan(100);
    const [{ number, message }] = report.violations as [{ number: number; message: string }];
    expect(message).toContain(`--pattern appending --seed 1 --from ${number} --schedules 1`);
    const again = await runSchedules(fussy, { count: 1, from: number });
    expect(again.violations).toEqual([{ number, message }]);
  });

  it('reports what goes wrong without any fault', async () => {
    const broken = appending(() => {
      throw new Error('always');
    });
    const { schedules, violations } = await runSchedules(broken, { count: 10 });
    expect([schedules, violations.length]).toEqual([10, 10]);
  });

  it('refuses to run what can never be counted, and to run nothing', async () => {
    const demanding: Scenario = { ...appending(), demands: { writers: 9 } };
    await expect(runSchedules(demanding, { count: 1 })).rejects.toThrow(/writers: \d of 9/);
    await expect(runSchedules(appending(), { count: 0 })).rejects.toThrow('1 or more');
  });
});
