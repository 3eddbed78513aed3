import { describe, expect, it } from 'vitest';
import { keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('summary', () => {
  it('three writers at once send two requests each', () => {
    const [inserted] = tour.of('summary');
    expect(methods(inserted!)).toBe('GET POST GET POST GET POST');
    expect(keysOf(inserted!.after, 'desks_Oslo')).toEqual(['desk_0001', 'desk_0002', 'desk_0003', 'summary']);
  });

  it('is read with one request', () => {
    const [, read] = tour.of('summary');
    expect(methods(read!)).toBe('GET');
    expect(read!.printed).toEqual(['3 600n']);
  });

  it('is left alone by what it does not sum up', () => {
    const [, , removed] = tour.of('summary');
    expect(removed!.requests.map(({ method }) => method)).toHaveLength(4);
    expect(keysOf(removed!.after, 'desks_Oslo')).toEqual(['desk_0001', 'desk_0002', 'summary']);
  });
});
