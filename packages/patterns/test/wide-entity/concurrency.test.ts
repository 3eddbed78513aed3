import { verify } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
let surveys: Surveys;

beforeEach(async () => {
  surveys = new Surveys(storage.store(), { table: storage.emulator.uniqueName('WideCrowd') });
  await surveys.insert(survey(1, 250, 40, 50));
});

describe('many writers of one entity', () => {
  it('of different properties lose nothing, wherever these are', async () => {
    const names = Array.from({ length: 24 }, (_, i) => `n${String(i * 10).padStart(3, '0')}`);
    const texts = Array.from({ length: 8 }, (_, i) => `t${String(i * 5).padStart(2, '0')}`);
    const writers = [...names.map((name) => ({ [name]: -1 })), ...texts.map((name) => ({ [name]: 'new' }))];
    await Promise.all(writers.map((changes) => surveys.update(key1, changes as { n000: number })));
    const found = valuesOf(await surveys.get(key1));
    for (const name of names) expect(found[name]).toBe(-1);
    for (const name of texts) expect(found[name]).toBe('new');
  });

  it('of one property add up', async () => {
    await surveys.update(key1, { t39: '0', n249: 0 });
    await Promise.all(
      Array.from({ length: 16 }, () =>
        surveys.modify(key1, (one) => {
          one.t39 = String(Number(one.t39) + 1);
          one.n249 = (one.n249 ?? 0) + 1;
        }),
      ),
    );
    const { t39, n249 } = await surveys.getOrThrow(key1);
    expect([t39, n249]).toEqual(['16', 16]);
  });

  it('that grow and shrink it beside those that change it leave whole rows and no strays', async () => {
    let laps = 0;
    const resizing = async () => {
      for (const texts of [60, 3, 0, 30, 70]) {
        await surveys.replace(survey(1, 250, texts, 9_000), { force: true });
        laps++;
      }
    };
    const changing = async () => {
      while (laps < 5) {
        await surveys.modify(key1, (one) => {
          one.n000 = (one.n000 ?? 0) + 1;
          one.n249 = one.n000;
        });
        const { n000, n249 } = await surveys.getOrThrow(key1);
        expect([0, 250 * 7 - 7 + 1 - 1]).toContain(Math.abs((n249 ?? 0) - (n000 ?? 0)));
      }
    };
    await Promise.all([resizing(), changing(), changing()]);
    expect(await verify(surveys)).toMatchObject({ clean: true, derivations: ['WideEntity'] });
  });
});
