import { transaction, verify } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Person, person, Staff } from './staff.js';

const storage = useStorage();
const sales = { department: 'Sales' };
const NAMES = ['Jo', 'Jo ', 'O/Neil', '~'];
const CITIES = ['x', 'y'];
const id = fc.integer({ min: 1, max: 5 });
const values = fc.record({
  lastName: fc.constantFrom(...NAMES),
  city: fc.option(fc.constantFrom(...CITIES), { nil: undefined }),
  active: fc.boolean(),
});
type Values = { readonly lastName: string; readonly city: string | undefined; readonly active: boolean };
type Model = Map<number, Person>;

const made = (n: number, { city, ...more }: Values) =>
  person(n, { ...more, ...(city !== undefined && { city }) });
const put = (model: Model, one: Person) => model.set(one.id, one);

interface Step {
  run(staff: Staff, model: Model): Promise<unknown>;
}

const step = fc.oneof(
  fc.tuple(id, values).map(
    ([n, more]): Step => ({
      async run(staff, model) {
        await staff.upsert(made(n, more), { mode: 'replace' });
        put(model, made(n, more));
      },
    }),
  ),
  id.map(
    (n): Step => ({
      async run(staff, model) {
        expect(await staff.delete({ ...sales, id: n }, { force: true })).toBe(model.delete(n));
      },
    }),
  ),
  fc.tuple(id, id, values, values).map(
    ([a, b, one, other]): Step => ({
      async run(staff, model) {
        if (a === b) return;
        await transaction()
          .upsert(staff, made(a, one), { mode: 'replace' })
          .upsert(staff, made(b, other), { mode: 'replace' })
          .commit();
        put(model, made(a, one));
        put(model, made(b, other));
      },
    }),
  ),
  fc.array(fc.tuple(id, values), { maxLength: 6 }).map(
    (all): Step => ({
      async run(staff, model) {
        const items = all.map(([n, more]) => ({ upsert: made(n, more), mode: 'replace' as const }));
        expect((await staff.bulk(items)).failed).toBe(0);
        for (const [n, more] of all) put(model, made(n, more));
      },
    }),
  ),
);

it('lists name exactly the entities that have their value, after any steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const staff = new Staff(storage.store(), { table: storage.emulator.uniqueName('Model') });
      const model: Model = new Map();
      for (const { run } of steps) await run(staff, model);
      const all = [...model.values()].sort((a, b) => a.id - b.id);
      for (const lastName of NAMES) {
        const expected = all.filter((one) => one.lastName === lastName);
        expect(await staff.byLastName.find({ ...sales, lastName })).toEqual(expected);
      }
      for (const city of CITIES) {
        const expected = all.filter((one) => one.city === city && one.active);
        expect(await staff.activeByCity.find({ ...sales, city })).toEqual(expected);
      }
      expect(await verify(staff)).toMatchObject({ clean: true });
    }),
    { numRuns: 25 },
  );
});
