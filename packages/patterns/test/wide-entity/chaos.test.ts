import { repair, verify } from '@tablewright/core';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { IndexedSurveys, survey } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };

it.each(Array.from({ length: Number(process.env.RUNS ?? 2) }, (_, i) => i + 1))(
  'writers of all kinds, repair, lost and late requests: run %i',
  async (_run) => {
    const table = storage.emulator.uniqueName('Fuzz');
    const repo = () => new IndexedSurveys(storage.store(), { table });
    await repo().insert(survey(1, 250, 30, 100, { n000: 0, n100: 0, n249: 0, author: '0' }));
    const late: Promise<unknown>[] = [];
    let on = true;
    storage.emulator.http.inject(
      {
        name: 'trouble',
        async run({ request, send }) {
          const dice = Math.random();
          if (dice < 0.05) {
            await send(request);
            throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
          }
          if (dice < 0.1) {
            late.push(
              new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
                .then(() => send(request))
                .catch(() => {}),
            );
            throw Object.assign(new Error('late'), { code: 'ECONNRESET' });
          }
          return send(request);
        },
      },
      { when: ({ method }) => on && method !== 'GET', times: Number.POSITIVE_INFINITY },
    );
    const sure = { n000: 0, n100: 0, n249: 0 };
    const maybe = { n000: 0, n100: 0, n249: 0 };
    const errors: string[] = [];
    const counter = async (name: 'n000' | 'n100' | 'n249', times: number) => {
      const own = repo();
      for (let i = 0; i < times; i++) {
        try {
          await own.modify(key1, (one) => {
            one[name] = (one[name] ?? 0) + 1;
          });
          sure[name]++;
        } catch (error) {
          const { code } = error as { code: string };
          if (code === 'OUTCOME_UNKNOWN') maybe[name]++;
          else errors.push(`${name} ${code}`);
        }
      }
    };
    const resizer = async () => {
      const own = repo();
      for (const [texts, units] of [
        [70, 24_000],
        [3, 10],
        [60, 9_000],
        [70, 30_000],
        [0, 0],
        [30, 100],
      ] as const) {
        try {
          await own.modify(key1, (one) => {
            const wanted = survey(1, 0, texts, units) as unknown as Record<string, unknown>;
            for (let i = 0; i < 70; i++) {
              const name = `t${String(i).padStart(2, '0')}`;
              (one as unknown as Record<string, unknown>)[name] = wanted[name];
            }
            one.author = String(texts);
          });
        } catch (error) {
          errors.push(`resize ${(error as { code: string }).code}`);
        }
      }
    };
    let writing = true;
    const tools = async () => {
      while (writing) {
        const { findings } = await repair(repo());
        for (const { kind } of findings) if (kind !== 'unsettled') errors.push(`finding ${kind}`);
      }
    };
    const work = Promise.all([
      counter('n000', 12),
      counter('n249', 12),
      counter('n249', 12),
      counter('n100', 12),
      resizer(),
    ]);
    const tooling = tools().catch((error) => errors.push(`repair ${error.code}`));
    await work;
    writing = false;
    await tooling;
    on = false;
    await Promise.all(late);
    const found = await repo().getOrThrow(key1);
    for (const name of ['n000', 'n100', 'n249'] as const) {
      expect(found[name]).toBeGreaterThanOrEqual(sure[name]);
      expect(found[name]).toBeLessThanOrEqual(sure[name] + maybe[name]);
    }
    // Whose outcome cannot be known says so; nothing else may go wrong.
    expect(errors.filter((error) => !error.endsWith('OUTCOME_UNKNOWN'))).toEqual([]);
    await repair(repo());
    expect((await verify(repo())).findings).toEqual([]);
  },
  60_000,
);
