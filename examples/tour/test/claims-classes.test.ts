import { describe, expect, it } from 'vitest';
import { sameRows } from '../src/physical-rows.js';
import { columnsOf, keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('mixed', () => {
  it('reads all classes with one request, without the copies', () => {
    const [read] = tour.of('mixed');
    expect(methods(read!)).toBe('GET');
    expect(read!.printed).toEqual([
      'Sales 3',
      '224 Omar Haddad senior',
      '226 Mara Lindt junior',
      '227 Wei Chen-Lee junior',
      '228 Nora Quist-Moe lead',
      'note_1 Ask Mara 3 Edm.Int32',
    ]);
    const copies = keysOf(read!.after, 'Sales', 'email_').length;
    expect(copies).toBeGreaterThan(0);
    expect(keysOf(read!.after, 'Sales')).toHaveLength(read!.printed.length + copies);
  });
});

describe('versions', () => {
  it('upgrades a row on read, and stores the new form with the next write', () => {
    const [upgraded] = tour.of('versions');
    const count = columnsOf(upgraded!.before, 'Sales', 'department')?.['employeeCount'];
    expect(upgraded!.printed).toEqual([`Sales ${count}`]);
    expect(columnsOf(upgraded!.before, 'Sales', 'department')).not.toHaveProperty('headcount');
    const people = keysOf(upgraded!.after, 'Sales', 'empid_').length;
    expect(columnsOf(upgraded!.after, 'Sales', 'department')).toEqual({
      headcount: `${people}`,
      tw__version: '2',
    });
    for (const other of ['Marketing', 'R&D~2FOps']) {
      expect(columnsOf(upgraded!.after, other, 'department')).toHaveProperty('employeeCount');
    }
  });

  it('keeps old code from writing over it', () => {
    const [, refused] = tour.of('versions');
    expect(methods(refused!)).toBe('GET');
    expect(sameRows(refused!.before, refused!.after)).toBe(true);
  });
});

describe('relationships', () => {
  it('writes and reads both sides with one request each', () => {
    const [family] = tour.of('relationships');
    expect(methods(family!)).toBe('POST GET');
    const people = keysOf(family!.after, 'Research', 'empid_');
    expect(people).toHaveLength(2);
    const columns = columnsOf(family!.after, 'Research', 'department');
    expect(columns?.['employeeCount']).toBe(`${people.length}`);
    expect(family!.printed).toEqual(["Attic [ 'Ada Berg', 'Ivo Dahl' ]"]);
  });

  it('reads the department once for both employees and both runs', () => {
    const [, joined] = tour.of('relationships');
    expect(methods(joined!)).toBe('GET GET GET');
    const departments = joined!.requests.filter(({ path }) => path.includes("RowKey='department'"));
    expect(departments).toHaveLength(1);
    expect(joined!.printed.slice(0, 2)).toEqual(['Ada Berg Attic', 'Ivo Dahl Attic']);
    expect(joined!.printed.join(' ')).toContain('requests: 1');
    expect(sameRows(joined!.before, joined!.after)).toBe(true);
  });
});
