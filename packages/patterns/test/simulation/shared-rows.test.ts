import { runSchedules } from '@tablewright/testing/simulation';
import { describe, expect, it } from 'vitest';
import { series } from '../scenarios/data-series.js';
import { falseRefusals, honestService } from '../scenarios/shared-rows.js';

describe('rows that many entities feed, under many schedules', () => {
  it.each([
    { ...honestService, count: 60 },
    { ...falseRefusals, count: 60 },
    { ...series, count: 180 },
  ])('agree with the entities: $name', async ({ count, ...scenario }) => {
    const report = await runSchedules(scenario, { count });
    expect(report.violations.map(({ message }) => message)).toEqual([]);
    expect(report.schedules).toBe(count);
    expect(report.least).toMatchObject({ writers: 2, faults: 1 });
    expect(Object.keys(report.faults)).toEqual(
      expect.arrayContaining(['replyLost', 'late', 'duplicated', 'killedAfter', 'killedLate']),
    );
  });
});
