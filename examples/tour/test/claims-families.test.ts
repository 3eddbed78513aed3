import { describe, expect, it } from 'vitest';
import { columnsOf, keysOf, methods, partsOf, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('family', () => {
  it('is written in one transaction', () => {
    const [inserted] = tour.of('family');
    expect(methods(inserted!)).toBe('POST POST');
    expect(partsOf(inserted!.requests[0])).toHaveLength(3);
    expect(keysOf(inserted!.after, 'Legal')).toEqual([
      'trainee_0012',
      'trainee_0012_2012',
      'trainee_0012_2013',
      'trainee_0013',
    ]);
    expect(columnsOf(inserted!.after, 'Legal', 'trainee_0012_2012')).toEqual({
      type: 'Review',
      rating: '4',
    });
  });

  it('is read by one request, without its neighbours', () => {
    const [, read] = tour.of('family');
    expect(methods(read!)).toBe('GET');
    expect(read!.printed).toEqual(['Ida Voss 2012: 4, 2013: 5']);
  });

  it('is made of ordinary entities, and queries keep the classes apart', () => {
    const [, , changed] = tour.of('family');
    expect(methods(changed!)).toBe('GET PATCH GET');
    expect(columnsOf(changed!.after, 'Legal', 'trainee_0012_2013')).toEqual({
      type: 'Review',
      rating: '3',
    });
    expect(changed!.printed).toEqual(["[ 'Ida Voss', 'Tom Abara' ]"]);
  });

  it('goes as a whole', () => {
    const [, , , deleted] = tour.of('family');
    expect(methods(deleted!)).toBe('GET POST GET');
    expect(deleted!.printed).toEqual(['3', 'Tom Abara 0']);
    expect(keysOf(deleted!.after, 'Legal')).toEqual(['trainee_0013']);
  });
});
