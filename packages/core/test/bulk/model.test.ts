import type { BulkInterruptedError, BulkOutcome } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Employee, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { fresh, storedAges } from './support.js';

const storage = useStorage();
const PARTITIONS = ['A', 'B', 'C'];

const step = fc.record({
  verb: fc.constantFrom('insert', 'upsert', 'replace', 'update', 'updateIfThere', 'delete', 'bad'),
  department: fc.constantFrom(...PARTITIONS),
  id: fc.nat({ max: 5 }),
  age: fc.option(fc.nat({ max: 99 }), { nil: undefined }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function itemOf({ verb, department, id, age }: Step) {
  const key = { department, id };
  const entity = employee(id, { department, ...(age !== undefined && { age }) });
  switch (verb) {
    case 'insert':
      return { insert: entity };
    case 'upsert':
      return { upsert: entity, mode: age === undefined ? ('replace' as const) : ('merge' as const) };
    case 'replace':
      return { replace: entity, force: true };
    case 'update':
      return { update: key, changes: { age: age ?? null } };
    case 'updateIfThere':
      return { update: key, changes: { age: 7 }, ifMatch: 'W/"never"' };
    case 'delete':
      return { delete: key, force: true };
    default:
      return { insert: employee(-1) };
  }
}

/** What one item after the other would do to a plain map. */
function apply(rows: Map<string, number | undefined>, { verb, department, id, age }: Step): unknown {
  const key = `${department}/empid_${String(id).padStart(6, '0')}`;
  const there = rows.has(key);
  switch (verb) {
    case 'insert':
      if (there) return 'ENTITY_EXISTS';
      rows.set(key, age);
      return 'done';
    case 'upsert':
      rows.set(key, age);
      return 'done';
    case 'replace':
      if (!there) return 'ENTITY_NOT_FOUND';
      rows.set(key, age);
      return 'done';
    case 'update':
      if (!there) return 'ENTITY_NOT_FOUND';
      rows.set(key, age);
      return 'done';
    case 'updateIfThere':
      return there ? 'ENTITY_CHANGED' : 'ENTITY_NOT_FOUND';
    case 'delete':
      return rows.delete(key);
    default:
      return 'KEY_VALUE_INVALID';
  }
}

it('does what the items would do one after the other, in one run or in two', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat({ max: 80 }),
      async (steps, concurrency, readAhead, breaksAt) => {
        const { employees } = await fresh(storage);
        const rows = new Map<string, number | undefined>();
        const expected = steps.map((each) => apply(rows, each));
        const actual: unknown[] = [];
        function* items(failAt = Number.POSITIVE_INFINITY) {
          for (const [index, each] of steps.entries()) {
            if (index === failAt) throw new Error('interrupted');
            yield itemOf(each);
          }
        }
        const options = {
          concurrency,
          readAhead,
          onOutcome: (outcome: BulkOutcome<typeof Employee>) => {
            expect(actual).not.toHaveProperty(String(outcome.index));
            actual[outcome.index] = summary(outcome);
          },
        };
        const first = await employees.bulk(items(breaksAt), options).catch((e: BulkInterruptedError) => e);
        const { checkpoint } = first;
        const report = await employees.bulk(items(), { ...options, from: checkpoint });
        expect(report.skipped).toBe(Math.min(breaksAt, steps.length));
        expect(actual).toEqual(expected);
        expect(await storedAges(employees, storage)).toEqual(
          [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

function summary(outcome: BulkOutcome<typeof Employee>): unknown {
  if (outcome.status !== 'done') return (outcome.error as { code: string }).code;
  return typeof outcome.result === 'boolean' ? outcome.result : 'done';
}
