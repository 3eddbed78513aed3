import { describe, expect, it } from 'vitest';
import { keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('data-series', () => {
  it('three writers at once send two requests each, and are all counted', () => {
    const [counted] = tour.of('data-series');
    expect(methods(counted!)).toBe('GET POST GET PATCH GET PATCH');
    expect(counted!.printed).toEqual(['[ 1, 2, 3 ]']);
    expect(keysOf(counted!.after, 'messages_223')).toEqual(['2026-05-04']);
  });

  it('a slot is set with one request', () => {
    const [, set] = tour.of('data-series');
    expect(methods(set!)).toBe('PATCH');
  });

  it('a series is read with one request, and so is a part of it', () => {
    const [, , read] = tour.of('data-series');
    expect(methods(read!)).toBe('GET GET');
    expect(read!.printed).toEqual([
      '0 0 0 0 0 0 0 0 0 4 0 0 0 3 0 0 0 0 0 0 0 0 0 0',
      '[ [ 12, 0 ], [ 13, 3 ], [ 14, 0 ] ]',
    ]);
    expect(read!.requests[1]!.url).toMatch(/Count12,Count13,Count14/);
  });
});
