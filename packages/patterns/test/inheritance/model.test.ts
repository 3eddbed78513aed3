import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type StoredRows, storedRows } from '../support/stored-rows.js';
import { Customer, customer, de, Employee, employee, IndexedPeople } from './people.js';

const storage = useStorage();

type Either = Employee | Customer;
type Model = Map<number, Either>;
const COUNTRY = 'DE';
const NAMES = ['Jo', "O'Neil", 'a_b', '', 'ü/🎉'];

const id = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom(...NAMES);
const entities: fc.Arbitrary<Either> = fc.oneof(
  fc
    .record({
      id,
      name,
      department: fc.constantFrom('IT', 'Sales'),
      email: fc.option(id.map((n) => `m${n}`)),
    })
    .map(({ id: n, email, ...more }) => employee(n, { ...more, ...(email !== null && { email }) })),
  fc
    .record({ id, name, orders: fc.option(fc.integer({ min: 0, max: 3 })) })
    .map(({ id: n, orders, ...more }) => customer(n, { ...more, ...(orders !== null && { orders }) })),
);

/** The same again, with changes: what is written must not be the model's own instance. `null` takes a value away. */
function copy(entity: Either, more: object = {}): Either {
  const fresh = entity instanceof Employee ? new Employee() : new Customer();
  const values = new Map<string, unknown>(Object.entries(entity));
  for (const [property, value] of Object.entries(more)) if (value !== undefined) values.set(property, value);
  const present = [...values].filter(([, value]) => value !== undefined && value !== null);
  return Object.assign(fresh, Object.fromEntries(present)) as Either;
}

interface Step {
  readonly name: string;
  run(people: IndexedPeople): Promise<unknown>;
  /** The model afterwards. Throws the code of the expected error. */
  next(model: Model): void;
}

const fail = (code: string): never => {
  throw code;
};
const there = (model: Model, n: number) => model.get(n) ?? fail('ENTITY_NOT_FOUND');
const sameClass = (a: Either, b: Either) => a.constructor === b.constructor;
/** An e-mail belongs to one employee at most. */
function put(model: Model, entity: Either): void {
  for (const other of model.values()) {
    if (other.id === entity.id || !(other instanceof Employee) || !(entity instanceof Employee)) continue;
    if (entity.email !== undefined && other.email === entity.email) fail('UNIQUE_VIOLATION');
  }
  model.set(entity.id, entity);
}
const born = (n: number) => new Date(n * 1_000);

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: entities.map(
      (entity): Step => ({
        name: 'insert',
        run: (people) => people.insert(copy(entity)),
        next: (model) => (model.has(entity.id) ? fail('ENTITY_EXISTS') : put(model, entity)),
      }),
    ),
  },
  fc.tuple(entities, fc.constantFrom('merge' as const, 'replace' as const)).map(
    ([entity, mode]): Step => ({
      name: `upsert ${mode}`,
      run: (people) => people.upsert(copy(entity), { mode }),
      next(model) {
        const now = model.get(entity.id);
        if (now && !sameClass(now, entity)) fail('ENTITY_EXISTS');
        put(model, now && mode === 'merge' ? copy(now, entity) : entity);
      },
    }),
  ),
  entities.map(
    (entity): Step => ({
      name: 'replace force',
      run: (people) => people.replace(copy(entity), { force: true }),
      next(model) {
        if (!sameClass(there(model, entity.id), entity)) fail('ENTITY_NOT_FOUND');
        put(model, entity);
      },
    }),
  ),
  fc.tuple(id, name, fc.constantFrom('key', 'loaded', 'modify', 'transaction')).map(
    ([n, value, how]): Step => ({
      name: `update ${how}`,
      async run(people) {
        const changes = { name: value, born: born(n) };
        if (how === 'key') return people.update(de(n), changes);
        if (how === 'modify') return people.modify(de(n), (p) => Object.assign(p, changes));
        const loaded = await people.getOrThrow(de(n));
        if (how === 'loaded') return people.update(loaded, changes);
        return people.transaction().update(loaded, changes).commit();
      },
      next: (model) => put(model, copy(there(model, n), { name: value, born: born(n) })),
    }),
  ),
  fc.tuple(id, fc.constantFrom('key', 'loaded', 'bulk')).map(
    ([n, how]): Step => ({
      name: `delete ${how}`,
      async run(people) {
        if (how === 'key') return (await people.delete(de(n), { force: true })) || fail('ENTITY_NOT_FOUND');
        const loaded = await people.getOrThrow(de(n));
        return how === 'loaded' ? people.delete(loaded) : people.bulk([{ delete: loaded }]);
      },
      next: (model) => void (there(model, n) && model.delete(n)),
    }),
  ),
  fc.tuple(id, fc.integer({ min: 0, max: 3 })).map(
    ([n, orders]): Step => ({
      name: 'modify one class',
      run: (people) =>
        people.modify(de(n), (p) => {
          if (p instanceof Customer) p.orders = orders;
          else delete p.email;
        }),
      next(model) {
        const now = there(model, n);
        model.set(n, copy(now, now instanceof Customer ? { orders } : { email: null }));
      },
    }),
  ),
);

/** Written down by hand, independently of the library. */
function expectedRows(model: Model): StoredRows {
  const rows: Record<string, Record<string, string>> = {};
  for (const entity of model.values()) {
    const primary = `person_${String(entity.id).padStart(6, '0')}`;
    const shared = {
      name: `String:${entity.name}`,
      ...(entity.born && { born: `DateTime:${entity.born.toISOString()}` }),
    };
    const copied = { tw__row: `String:${primary}` };
    if (entity instanceof Employee) {
      const type = { EntityType: 'String:employee' };
      const { department, email } = entity;
      const whole = {
        ...shared,
        ...type,
        department: `String:${department}`,
        ...(email && { email: `String:${email}` }),
      };
      rows[primary] = whole;
      rows[`dept_${department}  ${primary}`] = { ...whole, ...copied };
      if (email) rows[`email_${email}`] = { ...type, ...copied, name: `String:${entity.name}` };
    } else {
      const type = { EntityType: 'String:customer' };
      const { orders } = entity;
      rows[primary] = { ...shared, ...type, ...(orders !== undefined && { orders: `Int32:${orders}` }) };
      if (orders !== undefined) rows[`orders_000${orders}  ${primary}`] = { ...type, ...copied };
    }
  }
  return rows;
}

async function expectReads(people: IndexedPeople, model: Model): Promise<void> {
  const all = [...model.values()].sort((a, b) => a.id - b.id);
  const plain = (found: readonly object[]) => found.map((each) => [each.constructor.name, { ...each }]);
  const query = people.query({ country: COUNTRY });
  expect(plain(await query.scan('partition').all())).toEqual(plain(all));
  expect(plain(await query.between({ id: 2 }, { id: 3 }).all())).toEqual(
    plain(all.filter((each) => each.id === 2 || each.id === 3)),
  );
  for (const value of NAMES) {
    const named = await query.where({ name: value }).scan('partition').all();
    expect(plain(named)).toEqual(plain(all.filter((each) => each.name === value)));
  }
  for (const n of [1, 2, 3, 4]) expect(await people.get(de(n))).toEqual(model.get(n));
  for (const Class of [Employee, Customer]) {
    const repository = people.of(Class as typeof Employee);
    const own = await repository.query({ country: COUNTRY }).scan('partition').all();
    expect(plain(own)).toEqual(plain(all.filter((each) => each instanceof Class)));
  }
}

it('whatever is written through the family, rows and reads are those of a map', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 16, size: 'max' }), async (sequence) => {
      const table = storage.emulator.uniqueName('Model');
      await storage.emulator.rawTable(table).createTable();
      const people = new IndexedPeople(storage.store(), { table });
      const model: Model = new Map();
      for (const step of sequence) {
        let expected: unknown;
        try {
          step.next(model);
        } catch (code) {
          expected = code;
        }
        const outcome = await step.run(people).then(
          () => undefined,
          (error: { code?: string } | string) => (typeof error === 'string' ? error : (error.code ?? error)),
        );
        expect([step.name, outcome]).toEqual([step.name, expected]);
        seen.add(`${step.name}: ${expected ?? 'done'}`);
      }
      expect(await storedRows(storage.emulator, table, COUNTRY)).toEqual(expectedRows(model));
      await expectReads(people, model);
    }),
    { numRuns: 30 },
  );
  for (const verb of ['insert', 'upsert', 'replace', 'update', 'delete', 'modify']) {
    expect([...seen].some((each) => each.startsWith(verb) && each.endsWith('done'))).toBe(true);
  }
  expect(seen).toContain('insert: ENTITY_EXISTS');
});
