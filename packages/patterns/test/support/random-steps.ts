import fc from 'fast-check';
import { type Employee, type EmployeeRepository, employee } from './employee.js';

/** Few values, so that entities meet: some that begin others, some that keys escape. */
export const NAMES = ['Jo', 'Jo Ann', 'Joan', 'O_Neil', 'a/b', ''];
export const EMAILS = ['a@x', 'b@x', 'c#d@x'];
export const TAGS = ['t', 't ', 'u~'];
const optional = {
  age: fc.integer({ min: 0, max: 3 }),
  active: fc.boolean(),
  badge: fc.integer({ min: 1, max: 3 }),
  hired: fc.integer({ min: 0, max: 3 }).map((n) => new Date(n * 1_000)),
  tags: fc.array(fc.constantFrom(...TAGS), { maxLength: 4 }),
};
const required = {
  email: fc.constantFrom(...EMAILS),
  firstName: fc.constantFrom(...NAMES),
  lastName: fc.constantFrom(...NAMES),
};
const id = fc.integer({ min: 1, max: 4 });
const whole = fc
  .record({ id, ...required, ...optional }, { requiredKeys: ['id', 'email', 'firstName', 'lastName'] })
  .map(({ id: n, ...more }) => employee(n, more as Partial<Employee>));
type Changes = Readonly<Record<string, unknown>>;
const nullable = Object.fromEntries(
  Object.entries(optional).map(([name, value]) => [name, fc.option<unknown>(value as fc.Arbitrary<unknown>)]),
);
const changes: fc.Arbitrary<Changes> = fc.record({ ...required, ...nullable }, { requiredKeys: [] });

export type Model = Map<number, Employee>;

export interface Step {
  readonly name: string;
  readonly run: (employees: EmployeeRepository) => Promise<unknown>;
  /** What the entity becomes; `undefined`: it goes. Throws the code of the expected error. */
  readonly id: number;
  readonly next: (now: Employee | undefined) => Employee | undefined;
}

const fail = (code: string): never => {
  throw code;
};
const changed = (now: Employee, change: Changes): Employee => {
  const result = Object.assign(employee(now.id), now) as unknown as Record<string, unknown>;
  for (const name of Object.keys(optional)) if (!(name in now)) delete result[name];
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name];
    else result[name] = value;
  }
  return result as unknown as Employee;
};
const own = (entity: Employee): Changes =>
  Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== undefined));
const required1 = (now: Employee | undefined) => now ?? fail('ENTITY_NOT_FOUND');
const key = (n: number) => ({ department: 'Sales', id: n });
/** What was loaded and then changed by hand. */
const edited = async (employees: EmployeeRepository, n: number, change: Changes) => {
  const loaded = await employees.getOrThrow(key(n));
  for (const [name, value] of Object.entries(change)) Reflect.set(loaded, name, value ?? undefined);
  return loaded;
};

const inserts: fc.Arbitrary<Step> = whole.map((entity) => {
  const next = (now: Employee | undefined) => (now ? fail('ENTITY_EXISTS') : entity);
  return { name: 'insert', id: entity.id, run: (e) => e.insert(changed(entity, {})), next };
});

const steps: fc.Arbitrary<Step> = fc.oneof(
  inserts,
  inserts,
  inserts,
  fc.tuple(id, changes, fc.constantFrom('loaded', 'key', 'modify')).map(([n, change, how]): Step => {
    const run = async (employees: EmployeeRepository) => {
      if (how === 'key') return employees.update(key(n), change);
      if (how === 'loaded') return employees.update(await employees.getOrThrow(key(n)), change);
      return employees.modify(key(n), (fresh) => {
        for (const [name, value] of Object.entries(change)) Reflect.set(fresh, name, value ?? undefined);
      });
    };
    return { name: `update ${how}`, id: n, run, next: (now) => changed(required1(now), change) };
  }),
  fc.tuple(whole, fc.constantFrom('merge' as const, 'replace' as const)).map(([entity, mode]): Step => {
    const run = (employees: EmployeeRepository) => employees.upsert(changed(entity, {}), { mode });
    const next = (now: Employee | undefined) =>
      now && mode === 'merge' ? changed(now, own(entity)) : entity;
    return { name: `upsert ${mode}`, id: entity.id, run, next };
  }),
  fc.tuple(id, changes).map(([n, change]): Step => {
    const run = async (employees: EmployeeRepository) =>
      employees.replace(await edited(employees, n, change));
    return { name: 'replace', id: n, run, next: (now) => changed(required1(now), change) };
  }),
  whole.map((entity): Step => {
    const run = (employees: EmployeeRepository) => employees.replace(changed(entity, {}), { force: true });
    return { name: 'replace force', id: entity.id, run, next: (now) => required1(now) && entity };
  }),
  id.map((n): Step => {
    const run = async (employees: EmployeeRepository) => employees.delete(await employees.getOrThrow(key(n)));
    return { name: 'delete', id: n, run, next: (now) => void required1(now) };
  }),
  id.map((n): Step => {
    const run = (employees: EmployeeRepository) => employees.delete(key(n), { force: true });
    return { name: 'delete force', id: n, run, next: () => undefined };
  }),
);

/** Writes one after the other, of which the first finds nothing there. */
export const sequences: fc.Arbitrary<readonly Step[]> = fc
  .tuple(inserts, fc.array(steps, { minLength: 3, maxLength: 14, size: 'max' }))
  .map(([first, others]) => [first, ...others]);

/** The model's verdict: the code of an error, or nothing and the model has moved on. */
export function apply(model: Model, { id: n, next }: Step): string | undefined {
  let result: Employee | undefined;
  try {
    result = next(model.get(n));
  } catch (code) {
    return code as string;
  }
  for (const other of model.values()) {
    const clash =
      other.email === result?.email || (other.badge !== undefined && other.badge === result?.badge);
    if (result && other.id !== n && clash) return 'UNIQUE_VIOLATION';
  }
  if (result) model.set(n, result);
  else model.delete(n);
  return undefined;
}
