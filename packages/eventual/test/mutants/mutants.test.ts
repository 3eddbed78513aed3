import { runSchedules } from '@tablewright/testing/simulation';
import { afterEach, describe, expect, it } from 'vitest';
import { MUTANTS, mend } from './mutants.js';

/** Many times what the rarest of them takes. */
const MOST_SCHEDULES = 6_000;

describe('a protocol that is broken in one place does not survive', () => {
  afterEach(mend);

  it.each(MUTANTS)('$name', async ({ breakIt, scenario = 'interPartitionIndex' as const }) => {
    breakIt();
    const scenarios = {
      ...(await import('../scenarios/inter-partition-index.js')),
      ...(await import('../scenarios/several-indexes.js')),
      ...(await import('../scenarios/moved-and-made-again.js')),
    };
    const report = await runSchedules(scenarios[scenario], { count: MOST_SCHEDULES, maxViolations: 1 });
    expect(report.violations).toHaveLength(1);
  });
});
