import { describe, expect, it } from 'vitest';
import { keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('index-entities', () => {
  it('reads the list and writes it with the person', () => {
    const [inserted] = tour.of('index-entities');
    expect(methods(inserted!)).toBe('GET POST GET POST');
    expect(keysOf(inserted!.after, 'callers_Oslo')).toEqual([
      'caller_000151',
      'caller_000152',
      'lastname_Jones',
    ]);
  });

  it('finds them with one request for the list, and one for each', () => {
    const [, found] = tour.of('index-entities');
    expect(methods(found!)).toBe('GET GET GET');
    expect(found!.printed.join(' ')).toBe('[ 151, 152 ]');
  });

  it('moves an id from one list to another in one transaction', () => {
    const [, , moved] = tour.of('index-entities');
    expect(methods(moved!)).toBe('GET GET GET POST');
    expect(keysOf(moved!.after, 'callers_Oslo')).toEqual([
      'caller_000151',
      'caller_000152',
      'lastname_Jones',
      'lastname_Smith',
    ]);
  });
});
