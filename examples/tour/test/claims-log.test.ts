import { describe, expect, it } from 'vitest';
import { sameRows } from '../src/physical-rows.js';
import { keysOf, methods, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('log-tail', () => {
  it('stores the newest first, with one request for each entry', () => {
    const [appended] = tour.of('log-tail');
    expect(methods(appended!)).toBe('POST POST POST');
    const maxValueTicks = 3_155_378_975_999_999_999n;
    const ticks = (time: string) => BigInt(Date.parse(time)) * 10_000n + 621_355_968_000_000_000n;
    const inverted = (time: string) => String(maxValueTicks - ticks(time)).padStart(19, '0');
    expect(keysOf(appended!.after, 'expenses_e224')).toEqual([
      `${inverted('2014-07-31T18:00:00Z')}_b`,
      `${inverted('2014-07-31T18:00:00Z')}_c`,
      `${inverted('2014-06-30T09:00:00Z')}_a`,
    ]);
  });

  it('reads the newest two with one request for two rows', () => {
    const [, read] = tour.of('log-tail');
    expect(methods(read!)).toBe('GET');
    expect(new URL(read!.requests[0]!.url).searchParams.get('$top')).toBe('2');
    const july = '2014-07-31T18:00:00.000Z';
    expect(read!.printed.join(' ').replace(/\s+/g, ' ')).toBe(`[ [ '${july}', 12.5 ], [ '${july}', 80 ] ]`);
  });

  it('appends the same entry once', () => {
    const [, , again] = tour.of('log-tail');
    expect(again!.printed).toEqual(['b', '2']);
    expect(again!.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'POST 409',
      'GET 200',
      'GET 200',
    ]);
    expect(sameRows(again!.before, again!.after)).toBe(true);
  });
});
