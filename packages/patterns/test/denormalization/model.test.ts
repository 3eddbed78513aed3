import { isTablewrightError, transaction, verify } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import {
  ALL_SIDES,
  COMPANY,
  type Department,
  type Departments,
  department,
  dept,
  type Employee,
  type Employees,
  emp,
  employee,
} from './company.js';

const storage = useStorage();
const codeOf = (error: unknown) => (isTablewrightError(error) ? error.code : undefined);

interface Model {
  readonly employees: Map<number, Employee>;
  /** Without the copies: those follow. */
  readonly departments: Map<string, Department>;
}

interface Real {
  readonly employees: Employees;
  readonly departments: Departments;
  readonly clears: boolean;
}

type Write = (model: Model, real: Real, tx: ReturnType<typeof transaction>) => void;

const id = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('A', 'B', 'C');
const text = fc.constantFrom('x', 'y', 'z');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const given = <K extends string, T>(key: K, value: T | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: T };

/** Each write is put into a transaction; the model has what should come of it. */
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(id, text, maybe(text)).map(
    ([n, lastName, email]): Write =>
      (model, real, tx) => {
        const one = employee(n, lastName, given('email', email));
        tx.upsert(real.employees, employee(n, lastName, given('email', email)), { mode: 'replace' });
        model.employees.set(n, one);
      },
  ),
  fc.tuple(name, maybe(id), maybe(text)).map(
    ([at, managerId, town]): Write =>
      (model, real, tx) => {
        const made = () => department(at, { ...given('managerId', managerId), ...given('town', town) });
        tx.upsert(real.departments, Object.assign(made(), { managerName: 'a lie' }), { mode: 'replace' });
        model.departments.set(at, made());
      },
  ),
  fc.tuple(name, maybe(id), text).map(
    ([at, managerId, town]): Write =>
      (model, real, tx) => {
        const one = model.departments.get(at);
        if (!one) return;
        tx.update(real.departments, dept(at), { managerId: managerId ?? null, town });
        model.departments.set(at, department(at, { ...given('managerId', managerId), town }));
      },
  ),
  id.map(
    (n): Write =>
      (model, real, tx) => {
        if (!model.employees.delete(n)) return;
        tx.delete(real.employees, emp(n), { force: true });
      },
  ),
  name.map(
    (at): Write =>
      (model, real, tx) => {
        if (model.departments.delete(at)) tx.delete(real.departments, dept(at), { force: true });
      },
  ),
);

const copyOf = ({ employees, departments }: Model): Model => ({
  employees: new Map(employees),
  departments: new Map(departments),
});

/** Who referred to an entity that goes, and does not say otherwise, refers to nobody then. */
function clear(before: Model, { employees, departments }: Model): void {
  for (const [at, { managerId, town }] of departments) {
    const goes = managerId !== undefined && !employees.has(managerId);
    if (goes && before.departments.get(at)?.managerId === managerId) {
      departments.set(at, department(at, given('town', town)));
    }
  }
}

const dangling = ({ employees, departments }: Model) =>
  [...departments.values()].some(({ managerId }) => managerId !== undefined && !employees.has(managerId));

function expected({ employees, departments }: Model): readonly Department[] {
  return [...departments.values()]
    .map((one) => {
      const { lastName, email } = employees.get(one.managerId ?? 0) ?? {};
      return department(one.name, {
        ...given('town', one.town),
        ...given('managerId', one.managerId),
        ...given('managerName', lastName),
        ...given('managerEmail', email),
      });
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

it.each(ALL_SIDES)(
  'copies are what their sources say after any transactions (%s)',
  async (kind, Sources, Referrers) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }),
        async (steps) => {
          const table = storage.emulator.uniqueName('Model');
          const real: Real = {
            employees: new Sources(storage.store(), { table }),
            departments: new Referrers(storage.store(), { table }),
            clears: kind === 'clear',
          };
          let model: Model = { employees: new Map(), departments: new Map() };
          for (const writes of steps) {
            const next = copyOf(model);
            const tx = transaction();
            for (const one of writes) one(next, real, tx);
            if (tx.size === 0) continue;
            if (real.clears) clear(model, next);
            const outcome = await tx.commit().then(
              () => 'done',
              (error: unknown) => {
                // Somebody would refer to nobody, or one row would be made and unmade at once: nothing is written then.
                if (codeOf(error) === 'TRANSACTION_INVALID') return 'shape';
                if (codeOf(error) === 'SOURCE_NOT_FOUND' || codeOf(error) === 'STILL_REFERRED_TO')
                  return 'refused';
                throw error;
              },
            );
            if (outcome === 'done') {
              expect(dangling(next)).toBe(false);
              model = next;
            } else if (outcome === 'refused') expect(dangling(next)).toBe(true);
            const all = await real.departments.query({ company: COMPANY }).scan('partition').all();
            expect(all).toEqual(expected(model));
          }
          expect(await verify(real.employees)).toMatchObject({ clean: true });
          expect(await verify(real.departments)).toMatchObject({ clean: true });
        },
      ),
      { numRuns: 25 },
    );
  },
);
