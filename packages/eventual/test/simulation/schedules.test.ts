import { runSchedules } from '@tablewright/testing/simulation';
import { expect, it } from 'vitest';
import { interPartitionIndex, madeAgain, madeAgainInline } from '../scenarios/inter-partition-index.js';

const SCHEDULES = 1_000;

it.each([interPartitionIndex, madeAgain, madeAgainInline])(
  '$name holds under many schedules',
  async (scenario) => {
    const report = await runSchedules(scenario, { count: SCHEDULES });
    const { least, totals, faults } = report;
    console.log({ scenario: scenario.name, schedules: report.schedules, least, totals, faults });
    expect(report.violations.map(({ message }) => message)).toEqual([]);
    expect(report.schedules).toBe(SCHEDULES);
    expect(least.writers).toBeGreaterThanOrEqual(2);
    expect(least.workers).toBeGreaterThanOrEqual(2);
    expect(least.writes).toBeGreaterThanOrEqual(3);
    expect(least.faults).toBeGreaterThanOrEqual(1);
    expect(Object.keys(faults)).toEqual(
      expect.arrayContaining([
        'replyLost',
        'late',
        'duplicated',
        'killedBefore',
        'killedAfter',
        'killedLate',
      ]),
    );
  },
);
