import { runSchedules, type Scenario } from '@tablewright/testing/simulation';
import { expect } from 'vitest';

/** All violations with their stories, and that enough went on for the want of violations to mean something. */
export async function expectToHold(scenario: Scenario, schedules: number): Promise<void> {
  const report = await runSchedules(scenario, { count: schedules });
  const { least, totals, faults } = report;
  console.log({ scenario: scenario.name, schedules: report.schedules, least, totals, faults });
  expect(report.violations.map(({ message }) => message)).toEqual([]);
  expect(report.schedules).toBe(schedules);
  expect(least.writers).toBeGreaterThanOrEqual(2);
  expect(least.workers).toBeGreaterThanOrEqual(2);
  expect(least.writes).toBeGreaterThanOrEqual(3);
  expect(least.faults).toBeGreaterThanOrEqual(1);
  expect(Object.keys(faults)).toEqual(
    expect.arrayContaining(['replyLost', 'late', 'duplicated', 'killedBefore', 'killedAfter', 'killedLate']),
  );
}
