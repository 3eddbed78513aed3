import { describe, expect, it } from 'vitest';
import type { PhysicalRow } from '../src/physical-rows.js';
import { keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('summary-on-parent', () => {
  const floors = (rows: readonly PhysicalRow[]) =>
    rows
      .filter(({ partitionKey, rowKey }) => partitionKey === 'seats_A' && rowKey.startsWith('floor_'))
      .map(({ columns }) => [columns.get('colour')?.value, columns.get('SeatCount')?.value]);

  it('a floor and its first seats need no read', () => {
    const [together] = tour.of('summary-on-parent');
    expect(methods(together!)).toBe('POST POST');
    expect(floors(together!.after)).toEqual([
      ['blue', '2'],
      ['red', '0'],
    ]);
    expect(keysOf(together!.after, 'seats_A')).toEqual(['floor_01', 'floor_02', 'seat_0001', 'seat_0002']);
  });

  it('a seat that moves is read with both floors, and written with them', () => {
    const [, moved] = tour.of('summary-on-parent');
    expect(methods(moved!)).toBe('GET GET GET POST');
    expect(floors(moved!.after)).toEqual([
      ['blue', '1'],
      ['red', '1'],
    ]);
  });

  it('a replacement is one row, and what is refused is not sent', () => {
    const [, , replaced, deleted, alone] = tour.of('summary-on-parent');
    expect(methods(replaced!)).toBe('GET PUT');
    expect(floors(replaced!.after)).toEqual([
      ['green', '1'],
      ['red', '1'],
    ]);
    expect(methods(deleted!)).toBe('GET');
    expect(methods(alone!)).toBe('GET');
    expect(keysOf(alone!.after, 'seats_A')).toEqual(['floor_01', 'floor_02', 'seat_0001', 'seat_0002']);
  });
});
