import { runSchedules } from '@tablewright/testing/simulation';
import { describe, expect, it } from 'vitest';
import { series } from '../scenarios/series.js';
import { falseRefusals, honestService } from '../scenarios/shared-rows.js';

describe('rows that many entities feed, under many schedules', () => {
  it.each([honestService, falseRefusals, series])('agree with the entities: $name', async (scenario) => {
    const report = await runSchedules(scenario, { count: 100 });
    expect(report.violations.map(({ message }) => message)).toEqual([]);
    expect(report.schedules).toBe(100);
    expect(report.least).toMatchObject({ writers: 2, faults: 1 });
    expect(Object.keys(report.faults)).toEqual(
      expect.arrayContaining(['replyLost', 'late', 'duplicated', 'killedAfter', 'killedLate']),
    );
  });
});
