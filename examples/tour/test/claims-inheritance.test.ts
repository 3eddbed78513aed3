import { describe, expect, it } from 'vitest';
import { sameRows } from '../src/physical-rows.js';
import { columnsOf, keysOf, methods, partsOf, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('inheritance', () => {
  it('inserts both classes, and the index row of one, in one transaction', () => {
    const [inserted] = tour.of('inheritance');
    expect(methods(inserted!)).toBe('POST');
    expect(partsOf(inserted!.requests[0])).toHaveLength(3);
    expect(keysOf(inserted!.after, 'NO')).toEqual(['desk_D1', 'person_001', 'person_002']);
    expect(columnsOf(inserted!.after, 'NO', 'person_002')).toEqual({
      EntityType: 'client',
      name: 'Bo',
      orders: '3',
    });
  });

  it('reads both classes with one request', () => {
    const [, read] = tour.of('inheritance');
    expect(methods(read!)).toBe('GET');
    expect(read!.printed).toEqual(['Ada at desk D1', 'Bo with 3 orders']);
  });

  it('updates by key whatever the class derives', () => {
    const [, , updated] = tour.of('inheritance');
    expect(methods(updated!)).toBe('GET POST GET');
    expect(partsOf(updated!.requests[1])).toHaveLength(2);
    for (const rowKey of ['desk_D1', 'person_001']) {
      expect(columnsOf(updated!.after, 'NO', rowKey)).toMatchObject({
        EntityType: 'agent',
        name: 'Ada Lund',
      });
    }
    expect(updated!.printed.join(' ')).toContain("name: 'Ada Lund'");
  });

  it('refuses a plain object, and sends nothing', () => {
    const [, , , refused] = tour.of('inheritance');
    expect(refused!.requests).toEqual([]);
    expect(refused!.error?.message).toContain('of(Agent)');
    expect(sameRows(refused!.before, refused!.after)).toBe(true);
  });
});
