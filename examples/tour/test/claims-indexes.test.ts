import { describe, expect, it } from 'vitest';
import { sameRow, sameRows } from '../src/physical-rows.js';
import type { Observed } from '../src/stage.js';
import { columnsOf, keysOf, methods, partsOf, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

/** What the copies of the index have to be, worked out from the entities alone. */
function expectedCopies({ after }: Observed): string[] {
  return after
    .filter(({ rowKey }) => rowKey.startsWith('empid_'))
    .map(({ partitionKey, rowKey, columns }) => {
      const value = (name: string) => columns.get(name)?.value;
      return [partitionKey, `email_${value('email')}`, value('firstName'), value('lastName'), rowKey].join();
    })
    .sort();
}

function copies({ after }: Observed): string[] {
  return after
    .filter(({ rowKey }) => rowKey.startsWith('email_'))
    .map(({ partitionKey, rowKey, columns }) => {
      const values = ['firstName', 'lastName', 'tw__row'].map((name) => columns.get(name)?.value);
      expect(columns.size).toBe(values.length);
      return [partitionKey, rowKey, ...values].join();
    })
    .sort();
}

describe('building', () => {
  it('keeps the copy of what is written, in the same transaction', () => {
    const [updated] = tour.of('building');
    // The employee, whose e-mail might be another's, and then both rows.
    expect(methods(updated!)).toBe('GET GET POST');
    expect(partsOf(updated!.requests[2])).toHaveLength(2);
    expect(keysOf(updated!.after, 'Sales', 'email_')).toEqual(['email_chenw@contoso.com']);
    expect(copies(updated!)).toHaveLength(1);
    expect(expectedCopies(updated!)).toEqual(expect.arrayContaining(copies(updated!)));
  });

  it('is not read', () => {
    expect(tour.of('building')[1]!.requests).toEqual([]);
  });

  it('gives every entity its copy', () => {
    const [, , rebuilt] = tour.of('building');
    const all = expectedCopies(rebuilt!);
    expect(copies(rebuilt!)).toEqual(all);
    const missing = all.length - 1;
    expect(rebuilt!.printed).toEqual([
      `complete: true, ${all.length} employees, ${missing} rows were missing`,
    ]);
    const written = rebuilt!.requests.map(partsOf).filter((parts) => parts.length > 0);
    expect(written.map((parts) => parts.length / 2)).toEqual([50, 50, 50, 50, 45, 2]);
    const records = rebuilt!.after.filter(({ partitionKey }) => partitionKey.endsWith('derivations'));
    expect(records).toHaveLength(1);
  });

  it('is recorded as built', () => {
    expect(tour.of('building')[3]!.printed).toEqual(['byEmail ready true']);
  });
});

describe('index-use', () => {
  it('inserts two rows with one request', () => {
    const [inserted] = tour.of('index-use');
    expect(methods(inserted!)).toBe('POST');
    const isNew = inserted!.after.filter((row) => !sameRow(inserted!.before, row));
    expect(isNew.map(({ rowKey }) => rowKey)).toEqual(['email_quistn@contoso.com', 'empid_000228']);
  });

  it('finds by e-mail with one point read', () => {
    const [, found] = tour.of('index-use');
    expect(found!.requests.map(({ path }) => path)).toEqual([
      "Contoso(PartitionKey='Sales',RowKey='email_quistn@contoso.com')",
    ]);
    expect(found!.printed.join(' ')).toMatch(/id: 228,.*firstName: 'Nora',\s+lastName: 'Quist'/);
  });

  it('moves the copy to another key, in the same request', () => {
    const [, , moved] = tour.of('index-use');
    expect(methods(moved!)).toBe('GET POST');
    expect(partsOf(moved!.requests[1])).toHaveLength(3);
    const before = keysOf(moved!.before, 'Sales', 'email_');
    const after = keysOf(moved!.after, 'Sales', 'email_');
    expect(before.filter((key) => !after.includes(key))).toEqual(['email_quistn@contoso.com']);
    expect(after.filter((key) => !before.includes(key))).toEqual(['email_nora@contoso.com']);
    expect(copies(moved!)).toEqual(expectedCopies(moved!));
  });

  it('refuses a value that somebody has, and writes nothing', () => {
    const [, , , violation] = tour.of('index-use');
    expect(violation!.error).toMatchObject({ details: { index: 'byEmail', entity: 'Employee' } });
    expect(sameRows(violation!.before, violation!.after)).toBe(true);
  });

  it('serves a query that did not name it with two point reads', () => {
    const [, , , , query] = tour.of('index-use');
    expect(query!.plans.map(({ kind }) => kind)).toEqual(['pointRead', 'pointRead']);
    expect(query!.requests).toHaveLength(2);
    expect(query!.printed.join(' ')).toContain("the index 'byEmail'");
    expect(query!.printed.at(-1)).toBe("[ [ 77, 'Worker No 77' ] ]");
  });
});

describe('repair', () => {
  it('begins with copies that are wrong, which verify finds and leaves', () => {
    const [verified] = tour.of('repair');
    expect(copies(verified!)).not.toEqual(expectedCopies(verified!));
    expect(columnsOf(verified!.after, 'Sales', 'email_lindtm@contoso.com')?.['lastName']).toBe('Lint');
    expect(new Set(verified!.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(verified!.printed).toEqual([
      `clean: false, ${expectedCopies(verified!).length} employees`,
      'stale email_lindtm@contoso.com empid_000226',
      'missing email_chenw@contoso.com empid_000227',
    ]);
  });

  it('ends with copies that are right', () => {
    const [, repaired] = tour.of('repair');
    expect(copies(repaired!)).toEqual(expectedCopies(repaired!));
    expect(repaired!.printed).toEqual(['clean: true, mended 1 stale and 1 missing']);
  });
});
