import { sweep } from '@tablewright/eventual';
import { referenceStorage } from '@tablewright/testing';
import { type ActorContext, type CrashCase, enumerateCrashes } from '@tablewright/testing/simulation';
import { describe, expect, it } from 'vitest';
import { openProgram, type Program, workerOf } from '../support/actors.js';
import { checkCovered, checkSettled, rowsOf } from '../support/check-rows.js';
import { jones, smith, WRITES } from '../support/writes.js';

const MODES = [{}, { hints: 'onFailure' }, { mode: 'worker' }] as const;

type Storage = ReturnType<typeof referenceStorage>;

function caseOf(
  write: (program: Program) => Promise<unknown>,
  mode: (typeof MODES)[number],
  pairs: boolean,
): CrashCase<Storage> {
  return {
    storage: () => referenceStorage(),
    async prepare(context, storage) {
      const { employees } = openProgram(storage, context);
      await employees.insert(jones);
      await employees.insert(smith);
    },
    run: (context, storage) => write(openProgram(storage, context, mode)),
    recover: (context, storage) => recover(openProgram(storage, context), context),
    check(_, storage) {
      const rows = rowsOf(storage.snapshot());
      checkCovered(rows);
      checkSettled(rows);
    },
    pairs,
  };
}

async function recover(program: Program, context: ActorContext): Promise<void> {
  await workerOf(program, { pollInterval: 120_000 }).drain({ until: 'empty' });
  await context.clock.sleep(200_000);
  await sweep(program.outbox, { repositories: [program.employees] });
}

describe.each(MODES)('killed at every request: %o', (mode) => {
  it.each(Object.entries(WRITES))('%s', async (_, write) => {
    const report = await enumerateCrashes(caseOf(write, mode, false));
    expect(report.points).toBe(2 * report.requests);
    expect(report.requests).toBeGreaterThan(2);
  });
});

describe('killed at every request, and again at every request of the recovery', () => {
  it.each(Object.entries(WRITES))('%s', async (_, write) => {
    const report = await enumerateCrashes(caseOf(write, {}, true));
    expect(report.pairs).toBeGreaterThan(2 * report.points);
  });
});
