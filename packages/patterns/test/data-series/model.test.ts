import { verify } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Counts, Sensors } from './counts.js';

const storage = useStorage();

interface Thing {
  name?: string;
  readings: Map<number, bigint>;
  alarms: Map<number, number>;
}
type Model = Map<number, Thing>;
interface Step {
  readonly name: string;
  run(sensors: Sensors): Promise<unknown>;
  /** What the call returns. Throws the code of the expected error. */
  next(model: Model): unknown;
}

const id = fc.integer({ min: 1, max: 2 });
const reading = fc.integer({ min: 0, max: 9 });
const alarm = fc.integer({ min: 1, max: 3 });
const name = fc.option(fc.constantFrom('a', 'b'), { nil: undefined });
const key = (n: number) => ({ site: 'A', id: n });
const entity = (n: number, called: string | undefined) => ({
  ...key(n),
  ...(called !== undefined && { name: called }),
});
const there = (model: Model, n: number): Thing => {
  const found = model.get(n);
  if (!found) throw 'ENTITY_NOT_FOUND';
  return found;
};
const put = (model: Model, n: number, called: string | undefined, merge: boolean) => {
  const { readings, alarms, name: before } = model.get(n) ?? { readings: new Map(), alarms: new Map() };
  const now = called ?? (merge ? before : undefined);
  model.set(n, { ...(now !== undefined && { name: now }), readings, alarms });
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, reading, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })).map(
    ([n, slot, value]): Step => ({
      name: 'set reading',
      run: (sensors) => sensors.readings.set(key(n), slot, value),
      next: (model) => void there(model, n).readings.set(slot, value),
    }),
  ),
  fc.tuple(id, reading, fc.bigInt({ min: -3n, max: 2n ** 62n })).map(
    ([n, slot, by]): Step => ({
      name: 'increment reading',
      run: (sensors) => sensors.readings.increment(key(n), slot, by),
      next: (model) => {
        const { readings } = there(model, n);
        const sum = (readings.get(slot) ?? 0n) + by;
        if (sum >= 2n ** 63n || sum < -(2n ** 63n)) throw 'VALUE_INVALID';
        readings.set(slot, sum);
        return sum;
      },
    }),
  ),
  fc.tuple(id, alarm).map(
    ([n, slot]): Step => ({
      name: 'increment alarm',
      run: (sensors) => sensors.alarms.increment(key(n), slot),
      next: (model) => {
        const { alarms } = there(model, n);
        alarms.set(slot, (alarms.get(slot) ?? 0) + 1);
        return alarms.get(slot);
      },
    }),
  ),
  fc.tuple(id, name).map(
    ([n, called]): Step => ({
      name: 'insert',
      run: async (sensors) => void (await sensors.insert(entity(n, called))),
      next: (model) => {
        if (model.has(n)) throw 'ENTITY_EXISTS';
        put(model, n, called, false);
      },
    }),
  ),
  fc.tuple(id, name, fc.constantFrom('merge' as const, 'replace' as const)).map(
    ([n, called, mode]): Step => ({
      name: `upsert ${mode}`,
      run: async (sensors) => void (await sensors.upsert(entity(n, called), { mode })),
      next: (model) => put(model, n, called, mode === 'merge'),
    }),
  ),
  fc.tuple(id, name, fc.boolean()).map(
    ([n, called, force]): Step => ({
      name: 'replace',
      run: async (sensors) => {
        const loaded = force ? entity(n, called) : await sensors.getOrThrow(key(n));
        if (!force) Reflect.set(loaded, 'name', called);
        await sensors.replace(loaded, force ? { force } : {});
      },
      next: (model) => {
        there(model, n);
        put(model, n, called, false);
      },
    }),
  ),
  fc.tuple(id, name).map(
    ([n, called]): Step => ({
      name: 'update',
      run: async (sensors) => void (await sensors.update(key(n), { name: called ?? null })),
      next: (model) => {
        there(model, n);
        put(model, n, called, false);
      },
    }),
  ),
  fc.tuple(id, fc.boolean()).map(
    ([n, force]): Step => ({
      name: 'delete',
      run: async (sensors) => {
        if (force) return sensors.delete(key(n), { force });
        return sensors.delete(await sensors.getOrThrow(key(n)));
      },
      next: (model) => {
        if (!force) there(model, n);
        return model.delete(n);
      },
    }),
  ),
  fc.tuple(id, reading, reading).map(([n, a, b]): Step => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    return {
      name: 'range',
      run: async (sensors) => [...(await sensors.readings.range(key(n), from, to))],
      next: (model) =>
        Array.from({ length: to - from + 1 }, (_, place) => [
          from + place,
          model.get(n)?.readings.get(from + place),
        ]),
    };
  }),
);

const inserted: fc.Arbitrary<Step> = fc.constant({
  name: 'insert',
  run: async (sensors) => void (await sensors.insert(entity(1, 'a'))),
  next: (model) => put(model, 1, 'a', false),
});

it('a series is what a plain map would be, whatever else is done to its entity', async () => {
  await fc.assert(
    fc.asyncProperty(
      inserted,
      fc.array(step, { minLength: 4, maxLength: 18, size: 'max' }),
      async (first, more) => {
        const sensors = new Sensors(storage.store(), { table: storage.emulator.uniqueName('Model') });
        const model: Model = new Map();
        for (const { name: what, run, next } of [first, ...more]) {
          let expected: unknown;
          try {
            expected = next(model);
          } catch (code) {
            expected = code;
          }
          const outcome = await run(sensors).catch((error: { code?: string }) => error.code ?? error);
          expect([what, outcome]).toEqual([what, expected]);
        }
        for (const n of [1, 2]) {
          const thing = model.get(n);
          expect((await sensors.get(key(n)))?.name).toBe(thing?.name);
          const { values, exists } = await sensors.readings.get(key(n));
          expect([exists, values]).toEqual([
            model.has(n),
            Array.from({ length: 10 }, (_, i) => thing?.readings.get(i)),
          ]);
          const alarms = await sensors.alarms.get(key(n));
          expect(alarms.values).toEqual([1, 2, 3].map((i) => thing?.alarms.get(i) ?? 0));
        }
        const found = await sensors.query({ site: 'A' }).scan('partition').all();
        expect(found.map((one) => one.id)).toEqual([...model.keys()].sort());
        expect(await verify(sensors)).toMatchObject({ clean: true });
      },
    ),
    { numRuns: 60 },
  );
});

it('a series of doubles keeps any double', async () => {
  const counts = new Counts(storage.store(), { table: storage.emulator.uniqueName('Doubles') });
  await fc.assert(
    fc.asyncProperty(fc.double(), async (value) => {
      await counts.load.set({ employee: 'd', day: '1' }, 'wed', value);
      // The emulator does not keep the sign of zero.
      expect((await counts.load.get({ employee: 'd', day: '1' })).at('wed')! + 0).toBe(value + 0);
    }),
    { numRuns: 40 },
  );
});
