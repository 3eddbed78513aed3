import { runSchedules } from '@tablewright/testing/simulation';
import { expect, it } from 'vitest';
import { interPartitionIndex } from '../scenarios/inter-partition-index.js';

it('holds under many schedules', async () => {
  const report = await runSchedules(interPartitionIndex, {
    count: Number(process.env.N ?? 1_000),
    maxViolations: 1,
  });
  console.log(report);
  expect(report.violations.map(({ message }) => message)).toEqual([]);
  expect(report.schedules).toBe(Number(process.env.N ?? 1_000));
});
