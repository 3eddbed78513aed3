import { runSchedules } from '@tablewright/testing/simulation';
import { describe, expect, it } from 'vitest';
import { counters } from '../scenarios/counters.js';

describe('counters under many schedules', () => {
  it('lose no addition, and add none twice', async () => {
    const report = await runSchedules(counters, { count: 200 });
    expect(report.violations.map(({ message }) => message)).toEqual([]);
    expect(report.schedules).toBe(200);
    expect(report.least).toMatchObject({ writers: 2, faults: 1 });
    expect(report.least.writes).toBeGreaterThanOrEqual(4);
    expect(Object.keys(report.faults)).toEqual(expect.arrayContaining(['replyLost', 'late', 'killedAfter']));
  });
});
