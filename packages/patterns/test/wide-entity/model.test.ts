import { repair, verify } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Survey } from './support/survey.js';
import { IndexedSurveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();

const numbers = fc.constantFrom(0, 3, 200, 250);
const texts = fc.constantFrom(0, 1, 8, 25, 70);
const units = fc.constantFrom(0, 5, 3_000, 14_000, 32_768);
const author = fc.constantFrom('Ann', 'Bob', undefined);
const shape = fc.record({ id: fc.constantFrom(1, 2, 12), numbers, texts, units, author });
const property = fc.constantFrom('n000', 'n125', 'n249', 't00', 't24', 't69', 'author');
const step = fc.oneof(
  fc.record({ do: fc.constant('upsert' as const), shape, replace: fc.boolean() }),
  fc.record({ do: fc.constant('replace' as const), shape }),
  fc.record({ do: fc.constant('delete' as const), shape }),
  fc.record({
    do: fc.constantFrom('update' as const, 'modify' as const, 'updateLoaded' as const),
    shape,
    properties: fc.uniqueArray(property, { minLength: 1, maxLength: 4 }),
    removes: fc.boolean(),
    length: fc.constantFrom(1, 2_000, 32_768),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const titled = (of: Step['shape']) =>
  survey(of.id, of.numbers, of.texts, of.units, { author: of.author as string, title: `title ${of.id}` });

function changesOf(one: Extract<Step, { properties: readonly string[] }>): Record<string, unknown> {
  const value = (name: string) =>
    name.startsWith('n') ? one.length : 'ж'.repeat(Math.min(one.length, name === 'author' ? 20 : 40_000));
  return Object.fromEntries(one.properties.map((name) => [name, one.removes ? null : value(name)]));
}

it('does what a map of entities does, in rows that all belong to somebody', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const table = storage.emulator.uniqueName('WideModel');
      const surveys = new IndexedSurveys(storage.store(), { table });
      await surveys.context.store.createTable(table);
      const model = new Map<number, Record<string, unknown>>();
      for (const one of steps) {
        const { id } = one.shape;
        const key = { region: 'north', id };
        const known = model.get(id);
        const given = titled(one.shape);
        if (one.do === 'upsert') {
          await surveys.upsert(given, { mode: one.replace ? 'replace' : 'merge' });
          model.set(id, one.replace ? valuesOf(given) : { ...known, ...valuesOf(given) });
        } else if (one.do === 'replace') {
          const replacing = surveys.replace(given, { force: true });
          if (known) model.set(id, valuesOf(await replacing));
          else await expect(replacing).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
        } else if (one.do === 'delete') {
          expect(await surveys.delete(key, { force: true })).toBe(known !== undefined);
          model.delete(id);
        } else if (known) {
          const changes = changesOf(one);
          if (one.do === 'update') await surveys.update(key, changes as object);
          else if (one.do === 'updateLoaded')
            await surveys.update(await surveys.getOrThrow(key), changes as object);
          else {
            await surveys.modify(key, (entity) => {
              for (const [name, value] of Object.entries(changes))
                Object.assign(entity, { [name]: value ?? undefined });
            });
          }
          const changed = { ...known, ...changes };
          model.set(id, Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null)));
        }
      }
      for (const id of [1, 2, 12]) {
        expect(valuesOf(await surveys.get({ region: 'north', id }))).toEqual(model.get(id) ?? {});
      }
      const listed = await surveys.query({ region: 'north' }).scan('partition').all();
      expect(listed.map(valuesOf)).toEqual([...model].sort(([a], [b]) => a - b).map(([, values]) => values));
      expect(listed.every((one) => one instanceof Survey)).toBe(true);
      expect((await verify(surveys)).clean).toBe(true);
      await repair(surveys);
      for (const columns of Object.values(await storedRows(storage.emulator, table, 'north'))) {
        expect(Object.keys(columns).length).toBeLessThanOrEqual(252);
      }
    }),
    { numRuns: 25 },
  );
});
