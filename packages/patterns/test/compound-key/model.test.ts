import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EmployeeRepository, plain, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';

/** What is stored: the parents, and their children by year or code. */
interface Kept {
  parent: boolean;
  readonly reviews: Map<number, number>;
  readonly badges: Set<string>;
}
type Model = Map<number, Kept>;
type Run = (employees: EmployeeRepository) => Promise<unknown>;

interface Step {
  readonly name: string;
  readonly id: number;
  readonly run: Run;
  /** Changes the model, or throws the code of the expected error. Gives what the call gives, where that matters. */
  readonly apply: (kept: Kept) => unknown;
}

const storage = useStorage();
const CODES = ['', '_', '2012', "a'b", 'a/b', '~'];
// Ids of which one begins the other, as text.
const id = fc.constantFrom(1, 12, 123, 1234, 12_345);
const year = fc.integer({ min: 2010, max: 2012 });
const code = fc.constantFrom(...CODES);
const key = (n: number) => ({ ...sales, id: n });
const fail = (why: string): never => {
  throw why;
};

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, fc.uniqueArray(year), fc.uniqueArray(code, { maxLength: 3 })).map(
    ([n, years, codes]): Step => ({
      name: 'insertFamily',
      id: n,
      run: (e) =>
        e
          .insertFamily(key(n), {
            reviews: years.map((y) => ({ year: y, rating: 0 })),
            badges: codes.map((c) => ({ code: c })),
          })
          .then(() => undefined),
      apply: (kept) => {
        const taken = years.some((y) => kept.reviews.has(y)) || codes.some((c) => kept.badges.has(c));
        if (kept.parent || taken) fail('ENTITY_EXISTS');
        kept.parent = true;
        for (const y of years) kept.reviews.set(y, 0);
        for (const c of codes) kept.badges.add(c);
      },
    }),
  ),
  id.map(
    (n): Step => ({
      name: 'deleteFamily',
      id: n,
      run: (e) => e.deleteFamily(key(n)),
      apply: (kept) => {
        const count = Number(kept.parent) + kept.reviews.size + kept.badges.size;
        kept.parent = false;
        kept.reviews.clear();
        kept.badges.clear();
        return count;
      },
    }),
  ),
  id.map(
    (n): Step => ({
      name: 'delete the parent alone',
      id: n,
      run: (e) => e.delete(key(n), { force: true }),
      apply: (kept) => {
        const was = kept.parent;
        kept.parent = false;
        return was;
      },
    }),
  ),
  fc.tuple(id, year).map(
    ([n, y]): Step => ({
      name: 'insert a child',
      id: n,
      run: (e) => e.reviews.insert({ ...key(n), year: y, rating: 1 }).then(() => undefined),
      apply: (kept) => {
        if (kept.reviews.has(y)) fail('ENTITY_EXISTS');
        kept.reviews.set(y, 1);
      },
    }),
  ),
  fc.tuple(id, year).map(
    ([n, y]): Step => ({
      name: 'modify a child',
      id: n,
      run: (e) =>
        e.reviews
          .modify({ ...key(n), year: y }, (review) => {
            review.rating = review.rating! + 1;
          })
          .then(({ rating }) => rating),
      apply: (kept) => {
        const next = (kept.reviews.get(y) ?? fail('ENTITY_NOT_FOUND')) + 1;
        kept.reviews.set(y, next);
        return next;
      },
    }),
  ),
  fc.tuple(id, code).map(
    ([n, c]): Step => ({
      name: 'delete a child',
      id: n,
      run: (e) => e.badges.delete({ ...key(n), code: c }, { force: true }),
      apply: (kept) => kept.badges.delete(c),
    }),
  ),
);

function familyOf(n: number, { parent, reviews, badges }: Kept): object {
  // The only escaped characters here begin with '~', behind all the others.
  const escaped = (c: string) => c.replaceAll('~', '~7E').replaceAll('/', '~2F');
  return {
    ...(parent && { parent: key(n) }),
    reviews: [...reviews]
      .toSorted(([a], [b]) => a - b)
      .map(([y, rating]) => ({ ...key(n), year: y, rating })),
    badges: [...badges]
      .toSorted((a, b) => (escaped(a) < escaped(b) ? -1 : 1))
      .map((c) => ({ ...key(n), code: c })),
  };
}

it('whatever is written, families are what a map of them would be', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14, size: 'max' }), async (sequence) => {
      const table = storage.emulator.uniqueName('Model');
      await storage.emulator.rawTable(table).createTable();
      const employees = new EmployeeRepository(storage.store(), { table });
      const model: Model = new Map();
      for (const step of sequence) {
        const kept = model.get(step.id) ?? { parent: false, reviews: new Map(), badges: new Set() };
        model.set(step.id, kept);
        let expected: unknown;
        try {
          expected = step.apply(kept);
        } catch (error) {
          expected = error;
        }
        const outcome = await step.run(employees).catch((error: { code?: string }) => error.code ?? error);
        expect([step.name, outcome]).toEqual([step.name, expected]);
        seen.add(`${step.name}: ${typeof expected === 'string' ? expected : 'done'}`);
        expect(plain(await employees.family(key(step.id)))).toEqual(familyOf(step.id, kept));
      }
      const there = [...model]
        .filter(([, { parent, reviews, badges }]) => parent || reviews.size + badges.size > 0)
        .toSorted(([a], [b]) => a - b);
      const families = await employees.families(sales).all();
      expect(plain(families)).toEqual(there.map(([n, kept]) => familyOf(n, kept)));
      const parents = await employees.query(sales).scan('partition').all();
      expect(parents.map((e) => e.id)).toEqual(there.filter(([, kept]) => kept.parent).map(([n]) => n));
    }),
    { numRuns: 40 },
  );
  expect([...seen].toSorted()).toEqual([
    'delete a child: done',
    'delete the parent alone: done',
    'deleteFamily: done',
    'insert a child: ENTITY_EXISTS',
    'insert a child: done',
    'insertFamily: ENTITY_EXISTS',
    'insertFamily: done',
    'modify a child: ENTITY_NOT_FOUND',
    'modify a child: done',
  ]);
});
