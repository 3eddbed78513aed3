import { transaction } from '@tablewright/core';
import { sweep } from '@tablewright/eventual';
import { referenceStorage } from '@tablewright/testing';
import { type ActorContext, type CrashCase, enumerateCrashes } from '@tablewright/testing/simulation';
import { describe, expect, it } from 'vitest';
import { openProgram, type Program, workerOf } from '../support/actors.js';
import { checkCovered, checkSettled, rowsOf } from '../support/check-rows.js';

const department = 'Sales';
const jones = { department, id: 1, age: 30, email: 'jones@contoso.com' };
const smith = { department, id: 2, age: 31, email: 'smith@contoso.com' };

/** Every kind of write, over two employees that are there. */
const WRITES: Readonly<Record<string, (program: Program) => Promise<unknown>>> = {
  insert: ({ employees }) => employees.insert({ ...jones, id: 3 }),
  'update to another partition': ({ employees }) => employees.update({ department, id: 1 }, { age: 40 }),
  'update within a partition': ({ employees }) =>
    employees.update({ department, id: 1 }, { email: 'j@contoso.com' }),
  'take the value away': async ({ employees }) => {
    const loaded = await employees.getOrThrow({ department, id: 1 });
    return employees.update(loaded, { age: undefined });
  },
  'give it back': async ({ employees }) => {
    const loaded = await employees.getOrThrow({ department, id: 1 });
    await employees.update(loaded, { age: undefined });
    return employees.update(loaded, { age: 30 });
  },
  delete: ({ employees }) => employees.delete({ department, id: 1 }, { force: true }),
  'delete and insert': async ({ employees }) => {
    await employees.delete({ department, id: 1 }, { force: true });
    return employees.insert({ ...jones, age: 50 });
  },
  replace: ({ employees }) => employees.upsert({ ...jones, age: 33 }, { mode: 'replace' }),
  transaction: ({ employees }) =>
    transaction()
      .insert(employees, { ...jones, id: 3 })
      .update(employees, { department, id: 1 }, { age: 31 })
      .delete(employees, { department, id: 2 }, { force: true })
      .commit(),
  bulk: ({ employees }) =>
    employees.bulk([
      { insert: { ...jones, id: 3 } },
      { upsert: { ...smith, age: 44 } },
      { delete: { department, id: 1 }, force: true },
    ]),
};

const MODES = [{}, { hints: 'onFailure' }, { mode: 'worker' }] as const;

type Storage = ReturnType<typeof referenceStorage>;

function caseOf(
  write: (program: Program) => Promise<unknown>,
  mode: (typeof MODES)[number],
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
    pairs: true,
  };
}

async function recover(program: Program, context: ActorContext): Promise<void> {
  await workerOf(program, { pollInterval: 120_000 }).drain({ until: 'empty' });
  await context.clock.sleep(200_000);
  await sweep(program.outbox, { repositories: [program.employees] });
}

describe.each(MODES)('killed at every request, and again while recovering: %o', (mode) => {
  it.each(Object.entries(WRITES))('%s', async (_, write) => {
    const report = await enumerateCrashes(caseOf(write, mode));
    console.log(report);
    expect(report.points).toBe(2 * report.requests);
    expect(report.pairs).toBeGreaterThan(report.points);
  });
});
