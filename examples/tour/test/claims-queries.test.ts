import { describe, expect, it } from 'vitest';
import { openContoso } from '../src/contoso.js';
import type { Observed } from '../src/stage.js';
import { keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

/** How many rows the service has for the filter of an act's only plan. */
async function rowsOfFilter({ plans }: Observed): Promise<number> {
  const [plan] = plans;
  if (plan?.kind !== 'scan' || plan.filter === undefined) throw new Error('It is no filtered scan.');
  const listed = tour.emulator.rawTable('Contoso').listEntities({ queryOptions: { filter: plan.filter } });
  let count = 0;
  for await (const _ of listed) count++;
  return count;
}

describe('query', () => {
  it('reads a range of keys and nothing else', async () => {
    const [range] = tour.of('query');
    expect(range!.printed).toEqual([98, 99, 100, 101].map((id) => `w${id}@contoso.com`));
    expect(range!.requests).toHaveLength(1);
    expect(await rowsOfFilter(range!)).toBe(4);
  });

  it('lets only matches and wanted columns travel', async () => {
    const [, conditions] = tour.of('query');
    const found = conditions!.printed.filter((line) => line.includes('id:'));
    expect(found.map((line) => /id: (\d+)/.exec(line)?.[1])).toEqual(['42', '43', '44']);
    expect(await rowsOfFilter(conditions!)).toBe(found.length);
    const [plan] = conditions!.plans;
    expect(plan).toMatchObject({ kind: 'scan', select: expect.arrayContaining(['age']) });
    expect(plan).not.toMatchObject({ select: expect.arrayContaining(['email']) });
  });

  it('goes on with a token where a page ended', () => {
    const [, , pages] = tour.of('query');
    expect(pages!.printed).toEqual(['50 string', '30 undefined 151']);
    const continued = pages!.requests.map(({ url }) => url.includes('NextRowKey'));
    expect(continued).toEqual([false, true]);
  });

  it('gives tokens that are safe in a URL and fit one query', async () => {
    const { employees } = openContoso(tour.emulator, () => {});
    const factory = employees.query({ department: 'Factory' });
    const { token } = await factory.between({ id: 101 }, { id: 180 }).page({ size: 50 });
    expect(encodeURIComponent(token!)).toBe(token);
    const other = factory.between({ id: 101 }, { id: 181 }).page({ token });
    await expect(other).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });
});

describe('scan', () => {
  it('is refused before anything is sent, with the ways out', () => {
    const [refused] = tour.of('scan');
    expect(refused!.requests).toEqual([]);
    expect(refused!.error).toMatchObject({ details: { scan: 'partition', missing: ['id'] } });
    for (const way of ["Give 'id'", "an index on 'email'", "scan('partition')"]) {
      expect(refused!.error?.message).toContain(way);
    }
  });

  it('looks at as many rows as its note says, once it is allowed', () => {
    const [, allowed] = tour.of('scan');
    expect(allowed!.printed).toEqual(['[ 77 ]']);
    expect(methods(allowed!)).toBe('GET');
    const people = keysOf(allowed!.after, 'Factory', 'empid_').length;
    expect(allowed!.act.note).toContain(`all ${people} of the partition`);
    expect(tour.of('index-use').at(-1)?.act.note).toContain(`the scan read ${people}`);
    const [plan] = allowed!.plans;
    expect(plan).toMatchObject({ filter: expect.stringContaining("RowKey ge 'empid_' and RowKey lt") });
  });
});
