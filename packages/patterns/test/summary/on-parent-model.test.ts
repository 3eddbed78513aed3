import { isTablewrightError, transaction, verify } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Employee, employee, type Office, openOffice } from './office.js';

const storage = useStorage();
const SALES = { name: 'Sales' };
const TEAMS = ['red', 'blue'] as const;
const id = fc.integer({ min: 1, max: 4 });
const team = fc.constantFrom(...TEAMS);
const values = fc.record(
  { team, salary: fc.bigInt({ min: -3n, max: 3n }), rating: fc.constantFrom(0.1, 4.5), active: fc.boolean() },
  { requiredKeys: [] },
);
type Values = Partial<Employee>;

interface Model {
  readonly department: boolean;
  readonly teams: ReadonlySet<string>;
  readonly employees: ReadonlyMap<number, Values>;
}

/** What a step does to the table, and to the model. It is refused where the model would leave a child alone. */
interface Step {
  readonly name: string;
  readonly run: (office: Office) => Promise<unknown>;
  readonly next: (model: Model) => Model;
}

const keyOf = (n: number) => ({ department: 'Sales', id: n });
const teamKey = (name: string) => ({ department: 'Sales', team: name });
const belongs = ({ team: of, active = true }: Values, name: string) => of === name && active;
const isWhole = ({ department, teams, employees }: Model) =>
  [...employees.values()].every(
    (one) => department && TEAMS.every((name) => !belongs(one, name) || teams.has(name)),
  );
const withEmployee = (model: Model, n: number, more: Values | undefined): Model => {
  const employees = new Map(model.employees);
  if (more) employees.set(n, more);
  else employees.delete(n);
  return { ...model, employees };
};
const withTeam = (model: Model, name: string, there: boolean): Model => {
  const teams = new Set(model.teams);
  if (there) teams.add(name);
  else teams.delete(name);
  return { ...model, teams };
};
const mode = fc.constantFrom('merge', 'replace') as fc.Arbitrary<'merge' | 'replace'>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, values).map(([n, more]) => ({
    name: 'put employee',
    run: ({ employees }: Office) => employees.upsert(employee(n, more), { mode: 'replace' }),
    next: (model: Model) => withEmployee(model, n, more),
  })),
  id.map((n) => ({
    name: 'delete employee',
    run: ({ employees }: Office) => employees.delete(keyOf(n), { force: true }),
    next: (model: Model) => withEmployee(model, n, undefined),
  })),
  fc.tuple(team, mode, fc.nat(9)).map(([name, how, size]) => ({
    name: 'put team',
    run: ({ teams }: Office) => teams.upsert({ ...teamKey(name), lead: how, size }, { mode: how }),
    next: (model: Model) => withTeam(model, name, true),
  })),
  team.map((name) => ({
    name: 'delete team',
    run: ({ teams }: Office) => teams.delete(teamKey(name), { force: true }),
    next: (model: Model) => withTeam(model, name, false),
  })),
  fc.boolean().map((there) => ({
    name: there ? 'put department' : 'delete department',
    run: ({ departments }: Office) =>
      there ? departments.upsert({ ...SALES, salaries: 9n }) : departments.delete(SALES, { force: true }),
    next: (model: Model) => ({ ...model, department: there }),
  })),
  fc.tuple(id, values, id, team, fc.boolean()).map(([a, more, b, name, there]) => ({
    name: 'transaction',
    async run({ employees, teams }: Office) {
      const writes = transaction().upsert(employees, employee(a, more), { mode: 'replace' });
      if (a !== b) writes.delete(employees, keyOf(b), { force: true });
      if (there) writes.upsert(teams, { ...teamKey(name), size: 7 }, { mode: 'replace' });
      else writes.delete(teams, teamKey(name), { force: true });
      await writes.commit();
    },
    next(model: Model) {
      const without = a === b ? model : withEmployee(model, b, undefined);
      return withTeam(withEmployee(without, a, more), name, there);
    },
  })),
);

const bulk = fc.array(fc.tuple(id, values), { minLength: 1, maxLength: 6 });

async function attempt(office: Office, model: Model, { name, run, next }: Step): Promise<Model> {
  const wanted = next(model);
  try {
    await run(office);
  } catch (error) {
    expect([name, isTablewrightError(error) && error.code]).toEqual([
      name,
      expect.stringMatching(/^PARENT_(MISSING|IN_USE)$/),
    ]);
    expect([name, isWhole(wanted)]).toEqual([name, false]);
    return model;
  }
  expect([name, isWhole(wanted)]).toEqual([name, true]);
  return wanted;
}

async function expectTotals({ departments, teams, employees }: Office, model: Model): Promise<void> {
  const all = [...model.employees.values()];
  const sales = await departments.get(SALES);
  expect(sales && [sales.employeeCount, sales.salaries]).toEqual(
    model.department
      ? [BigInt(all.length), all.reduce((sum, { salary = 0n }) => sum + salary, 0n)]
      : undefined,
  );
  for (const name of TEAMS) {
    const own = all.filter((one) => belongs(one, name));
    const ratings = own.reduce((sum, { rating = 0 }) => sum + BigInt(Math.round(rating * 10)), 0n);
    const stored = await teams.get(teamKey(name));
    expect(stored && [stored.size, stored.ratings]).toEqual(
      model.teams.has(name) ? [own.length, ratings] : undefined,
    );
  }
  expect(await verify(employees)).toMatchObject({ clean: true });
}

it('the totals of parents are those of their children, after any steps', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(step, step, step, bulk), { maxLength: 16 }), async (steps) => {
      const office = openOffice(storage.store(), storage.emulator.uniqueName('Model'));
      await office.departments.insert(SALES);
      await office.teams.insert(teamKey('red'));
      let model: Model = { department: true, teams: new Set(['red']), employees: new Map() };
      for (const one of steps) {
        if (!Array.isArray(one)) {
          const before = model;
          model = await attempt(office, model, one);
          if (model === before) seen.set(one.name, (seen.get(one.name) ?? 0) + 1);
          continue;
        }
        const items = one.map(([n, more]) => ({ upsert: employee(n, more), mode: 'replace' as const }));
        const { failures } = await office.employees.bulk(items);
        const failed = new Set(failures.map(({ index }) => index));
        for (const [index, [n, more]] of one.entries()) {
          const wanted = withEmployee(model, n, more);
          expect([index, failed.has(index)]).toEqual([index, !isWhole(wanted)]);
          if (!failed.has(index)) model = wanted;
        }
      }
      await expectTotals(office, model);
    }),
    { numRuns: 40 },
  );
  // What is refused was tried.
  for (const name of ['put employee', 'transaction']) expect(seen.get(name)).toBeGreaterThan(0);
});
