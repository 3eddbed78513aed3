import { describe, expect, it } from 'vitest';
import { methods, partsOf, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('wide', () => {
  it('is written by one transaction and read by one listing', () => {
    const [written] = tour.of('wide');
    expect(methods(written!)).toBe('POST GET');
    expect(partsOf(written!.requests[0])).toHaveLength(2);
    expect(written!.printed).toEqual(['How we work 32000 32000']);
    const rows = written!.after.filter(({ partitionKey }) => partitionKey === 'Rules');
    const names = rows.flatMap((row) => [...row.columns.keys()]).filter((name) => name.length === 1);
    expect(names.sort().join('')).toBe('abcdefghijklmnopqr');
  });

  it('a chapter is one row', () => {
    const [, updated] = tour.of('wide');
    expect(methods(updated!)).toBe('GET PATCH');
    const [before, after] = [updated!.before, updated!.after].map((all) =>
      all.filter(({ partitionKey }) => partitionKey === 'Rules').map(({ etag }) => etag),
    );
    expect(after![0]).toBe(before![0]);
    expect(after![1]).not.toBe(before![1]);
  });
});
