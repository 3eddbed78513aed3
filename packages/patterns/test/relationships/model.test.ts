import { join } from '@tablewright/patterns/relationships';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DepartmentRepository, EmployeeRepository } from './company.js';
import { useCompany } from './open-company.js';

const company = useCompany();

/** Few names, so that they meet: one begins another, some need escaping. */
const NAMES = ['S', 'Sa', "O'N/x", 'é~'] as const;
const name = fc.constantFrom(...NAMES);
const id = fc.integer({ min: 0, max: 4 });
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('found' as const), name, manager: fc.constantFrom('Jo', 'Kim') }),
    fc.record({ kind: fc.constant('close' as const), name }),
    fc.record({ kind: fc.constant('hire' as const), name, id, managerId: fc.option(id) }),
    fc.record({ kind: fc.constant('hire' as const), name, id, managerId: fc.option(id) }),
    fc.record({ kind: fc.constant('fire' as const), name, id }),
    fc.record({ kind: fc.constant('wipe' as const), name }),
    fc.record({ kind: fc.constant('refresh' as const), name }),
  ),
  { minLength: 4, maxLength: 16, size: 'max' },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer S)[]> ? S : never;

interface Person {
  readonly department: string;
  readonly id: number;
  readonly managerId: number | undefined;
  copy: string | undefined;
}

/** The whole company in two maps, and every navigation as a search through them. */
class Naive {
  readonly departments = new Map<string, string>();
  readonly people = new Map<string, Person>();
  readonly of = (department: string) =>
    [...this.people.values()].filter((p) => p.department === department).sort((a, b) => a.id - b.id);
  readonly manager = (p: Person) => this.people.get(`${p.department} ${p.managerId}`);

  apply(step: Step): void {
    const { kind, name: department } = step;
    if (kind === 'found') this.departments.set(department, step.manager);
    if (kind === 'close' || kind === 'wipe') this.departments.delete(department);
    if (kind === 'wipe') for (const p of this.of(department)) this.people.delete(`${department} ${p.id}`);
    if (kind === 'fire') this.people.delete(`${department} ${step.id}`);
    if (kind === 'hire') {
      const managerId = step.managerId ?? undefined;
      const copy = this.departments.get(department);
      this.people.set(`${department} ${step.id}`, { department, id: step.id, managerId, copy });
    }
    if (kind === 'refresh' && this.departments.has(department)) {
      for (const p of this.of(department)) p.copy = this.departments.get(department);
    }
  }
}

async function run(
  departments: DepartmentRepository,
  employees: EmployeeRepository,
  step: Step,
): Promise<unknown> {
  const one = { name: step.name };
  switch (step.kind) {
    case 'found':
      return departments.upsert({ ...one, manager: step.manager });
    case 'close':
      return departments.delete(one, { force: true });
    case 'fire':
      return employees.delete({ department: step.name, id: step.id }, { force: true });
    case 'wipe':
      return departments.employees.family(one).delete();
    case 'refresh':
      return departments.employees.refreshCopies(one);
    case 'hire': {
      const link = departments.employees.linkTo((await departments.get(one)) ?? (one as never));
      const { id: number, managerId } = step;
      return employees.upsert(
        { ...link, id: number, ...(managerId !== null && { managerId }) },
        { mode: 'replace' },
      );
    }
  }
}

describe('navigation', () => {
  it('finds what a naive model finds', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const store = company.storage.store();
        const table = company.storage.emulator.uniqueName('Model');
        const departments = new DepartmentRepository(store, { table });
        const employees = new EmployeeRepository(store, { table });
        const naive = new Naive();
        for (const step of sequence) {
          await run(departments, employees, step);
          naive.apply(step);
        }
        const cached = employees.department.cached();
        for (const one of NAMES) {
          const expected = naive.of(one);
          const query = departments.employees.of({ name: one });
          const rows = await join(query, { manager: employees.manager, department: cached }).all();
          expect(
            rows.map(({ item, manager, department }) => [
              item.id,
              item.departmentManager,
              manager?.id,
              department?.manager,
            ]),
          ).toEqual(expected.map((p) => [p.id, p.copy, naive.manager(p)?.id, naive.departments.get(one)]));
          const family = await departments.employees.family({ name: one }).read();
          expect(family.one?.manager).toBe(naive.departments.get(one));
          expect(family.many.map((e) => e.id)).toEqual(expected.map((p) => p.id));
          for (const { item } of rows) {
            const reports = await employees.reports.of(item).scan('partition').all();
            expect(reports.map((e) => e.id)).toEqual(
              expected.filter((p) => p.managerId === item.id).map((p) => p.id),
            );
          }
        }
        const all = await departments.employees.ofMany(NAMES.map((one) => ({ name: one })));
        expect(all.map((staff) => staff.length)).toEqual(NAMES.map((one) => naive.of(one).length));
        // One lookup for everybody: no key was read twice.
        expect(cached.stats().requests).toBe(NAMES.filter((one) => naive.of(one).length > 0).length);
      }),
      { numRuns: 25 },
    );
  });
});

describe('joins beside writers', () => {
  it('give only states that existed', async () => {
    const { departments, employees } = company;
    const names = ['A', 'B', 'C'];
    // Each write stores one number in two columns: a row that was put together from two writes would show.
    const number = { departments: 0, employees: 0 };
    await departments.bulk(names.map((name) => ({ insert: { name, headcount: 0, location: 'at 0' } })));
    await employees.bulk(
      names.flatMap((department) =>
        [1, 2, 3].map((id) => ({ insert: { department, id, name: 'is 0', managerId: 0 } })),
      ),
    );
    const lookup = employees.department.cached({ ttl: 1, size: 2 });
    let writing = true;
    const writer = async (who: number) => {
      for (let turn = 0; turn < 25; turn++) {
        const department = names[(turn + who) % 3]!;
        const n = ++number.departments;
        await departments.upsert({ name: department, headcount: n, location: `at ${n}` });
        const m = ++number.employees;
        await employees.upsert({ department, id: 1 + ((turn * who) % 3), name: `is ${m}`, managerId: m });
      }
    };
    const reader = async () => {
      let seen = 0;
      while (writing || seen === 0) {
        const ones = await join(
          names.map((name) => ({ name })),
          { employees: departments.employees },
        ).all();
        const items = ones.flatMap(({ employees: staff }) => staff);
        for (const { item, department, same } of await join(items, {
          department: lookup,
          same: employees.department,
        }).all()) {
          expect(item.name).toBe(`is ${item.managerId}`);
          expect(item.managerId).toBeLessThanOrEqual(number.employees);
          for (const one of [department, same]) {
            expect(one?.name).toBe(item.department);
            expect(one?.location).toBe(`at ${one?.headcount}`);
            expect(one?.headcount).toBeLessThanOrEqual(number.departments);
          }
        }
        seen += items.length;
      }
      return seen;
    };
    const writers = Promise.all([1, 2, 3].map(writer)).finally(() => {
      writing = false;
    });
    const [, ...seen] = await Promise.all([writers, reader(), reader()]);
    for (const count of seen) expect(count).toBeGreaterThan(0);
    // With nobody writing any more, what is fresh is what is stored.
    lookup.invalidate();
    const stored = await departments.getMany(names.map((name) => ({ name })));
    const last = await lookup.ofMany(names.map((department) => ({ department })));
    expect(last.map((one) => one?.headcount)).toEqual(stored.map((one) => one?.headcount));
  });
});
