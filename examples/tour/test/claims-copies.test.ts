import { describe, expect, it } from 'vitest';
import type { PhysicalRow } from '../src/physical-rows.js';
import { keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('denormalization', () => {
  const copies = (rows: readonly PhysicalRow[]) =>
    rows
      .filter(({ partitionKey, rowKey }) => partitionKey === 'rooms_Oslo' && rowKey.startsWith('room_'))
      .map(({ columns }) => columns.get('caretaker')?.value);

  it('both sides come with one request', () => {
    const [inserted] = tour.of('denormalization');
    expect(methods(inserted!)).toBe('POST');
    expect(keysOf(inserted!.after, 'rooms_Oslo')).toEqual(['caretaker_001', 'room_101', 'room_102']);
    expect(copies(inserted!.after)).toEqual(['Ida Berg', 'Ida Berg']);
  });

  it('the rooms are looked up once, and change with their caretaker', () => {
    const [, renamed] = tour.of('denormalization');
    // The caretaker, his rooms, the transaction; and then the room that is shown.
    expect(methods(renamed!)).toBe('GET GET POST GET');
    expect(renamed!.printed).toEqual(['Ida Moe']);
    expect(copies(renamed!.after)).toEqual(['Ida Moe', 'Ida Moe']);
  });

  it('nothing is written for what is refused', () => {
    const [, , nobody, still] = tour.of('denormalization');
    expect(methods(nobody!)).toBe('GET');
    expect(methods(still!)).toBe('GET GET');
    expect(still!.after).toEqual(nobody!.before);
  });
});
