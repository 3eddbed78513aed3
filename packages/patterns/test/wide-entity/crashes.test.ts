import { repair, verify } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import type { Survey } from './support/survey.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
/** Of more than 4 MiB on the wire, so that it takes several transactions. */
const huge = () => survey(1, 250, 70, 24_000);
const other = () => survey(1, 200, 68, 26_000, { title: 'another' });
const small = () => survey(1, 20);
const wide = () => survey(1, 250, 30, 100);

interface Write {
  readonly name: string;
  readonly before: Survey | undefined;
  readonly run: (surveys: Surveys) => Promise<unknown>;
  readonly after: Survey | undefined;
}

const WRITES: readonly Write[] = [
  { name: 'insert of a huge one', before: undefined, run: (s) => s.insert(huge()), after: huge() },
  {
    name: 'small to huge',
    before: small(),
    run: (s) => s.upsert(huge(), { mode: 'replace' }),
    after: huge(),
  },
  { name: 'huge to huge', before: huge(), run: (s) => s.replace(other(), { force: true }), after: other() },
  { name: 'huge to small', before: huge(), run: (s) => s.replace(small(), { force: true }), after: small() },
  {
    name: 'delete of a huge one',
    before: huge(),
    run: (s) => s.delete(key1, { force: true }),
    after: undefined,
  },
  { name: 'wide to small', before: wide(), run: (s) => s.replace(small(), { force: true }), after: small() },
  {
    name: 'one property',
    before: wide(),
    run: (s) => s.update(key1, { t29: 'new' }),
    after: Object.assign(wide(), { t29: 'new' }),
  },
];

/** Nothing of what the process wanted to do from its n-th request on happens. Tells whether it came so far. */
function dieAt(request: number, applied: boolean): () => boolean {
  const { http } = storage.emulator;
  const last = applied ? [http.inject(faults.dropReply(), { after: request })] : [];
  const all = [
    ...last,
    http.inject(faults.failBeforeSend(), { after: request, times: Number.POSITIVE_INFINITY }),
  ];
  return () => all.some(({ fired }) => fired > 0);
}

describe.each(WRITES)('a process that dies during $name', ({ before, run, after }) => {
  it.each([
    ['before a request', false],
    ['after a request whose reply it never sees', true],
  ])('%s leaves the old or the new entity, and what is left over can be cleared away', async (_, applied) => {
    let died = true;
    for (let request = 0; died; request++) {
      const table = storage.emulator.uniqueName('Crash');
      const survivors = new Surveys(storage.store(), { table });
      await survivors.insert(survey(9, 1));
      if (before) await survivors.insert(before);
      const dying = new Surveys(storage.store({ retry: { maxRetries: 0 } }), { table });
      const hasDied = dieAt(request, applied);
      const done = await run(dying).then(
        () => true,
        () => false,
      );
      died = hasDied();
      storage.emulator.http.clearFaults();
      const found = valuesOf(await survivors.get(key1));
      const states = [valuesOf(before), valuesOf(after)];
      expect(states).toContainEqual(found);
      if (done) expect(found).toEqual(valuesOf(after));
      await repair(survivors);
      expect(await verify(survivors)).toMatchObject({ clean: true });
      expect(valuesOf(await survivors.get(key1))).toEqual(found);
      const rows = Object.keys(await storedRows(storage.emulator, table, 'north'));
      const reference = new Surveys(storage.store(), { table: storage.emulator.uniqueName('Reference') });
      await reference.insert(survey(9, 1));
      if (found.title !== undefined) await reference.insert(found as unknown as Survey);
      const expected = await storedRows(storage.emulator, reference.context.table, 'north');
      expect(rows.length).toBeLessThanOrEqual(Object.keys(expected).length);
    }
  });
});
