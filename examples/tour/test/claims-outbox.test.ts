import { describe, expect, it } from 'vitest';
import type { Observed } from '../src/stage.js';
import { columnsOf, keysOf, useObservedTour } from './support/observed.js';

const tour = useObservedTour();
const INTENT = '\uFFEEintent ';
const GUARD = '\uFFEEguard ';
const copyOf = (email: string, office: string, id: number) =>
  `email_${email}@contoso.com  contacts_${office}  contact_00000${id}`;

/** `queue POST`, `table DELETE`…, in order. */
const sent = ({ requests }: Observed) => requests.map(({ service, method }) => `${service} ${method}`);
const FIVE = ['queue POST', 'table POST', 'table POST', 'table DELETE', 'queue DELETE'];

describe('inter-partition-index', () => {
  it('stores a copy and its guard in another partition, and leaves no intent', () => {
    const [first] = tour.of('inter-partition-index');
    expect(keysOf(first!.after, 'contacts', 'email_')).toEqual([copyOf('adams', 'Oslo', 1)]);
    expect(keysOf(first!.after, 'contacts', GUARD)).toHaveLength(1);
    expect(columnsOf(first!.after, 'contacts', copyOf('adams', 'Oslo', 1))).toMatchObject({
      name: 'Al Adams',
      tw__row: 'contact_000001',
      tw__partition: 'contacts_Oslo',
    });
    expect(keysOf(first!.after, 'contacts_Oslo')).toEqual(['contact_000001']);
  });

  it('takes five requests, and one more for a partition that is new in this hour', () => {
    const [, two] = tour.of('inter-partition-index');
    const all = sent(two!);
    expect(all).toHaveLength(11);
    expect(all.slice(6)).toEqual(FIVE);
    expect(all.filter((request) => request !== 'table PUT').slice(0, 5)).toEqual(FIVE);
  });

  it('reads a copy with one request, and the entity with one more', () => {
    const [, , read] = tour.of('inter-partition-index');
    expect(sent(read!)).toEqual(['table GET', 'table GET', 'table GET']);
    expect(read!.printed).toEqual(['Jo Jones', 'Rome']);
  });
});

describe('crash', () => {
  it('happens between the commit and the copies', () => {
    const [died] = tour.of('crash');
    const commit = died!.requests.findIndex(({ path }) => path === '$batch');
    expect(died!.requests[commit]!.status).toBe(202);
    const later = died!.requests.slice(commit + 1);
    expect(later.length).toBeGreaterThan(0);
    expect(later.map(({ status }) => status)).toEqual(later.map(() => undefined));
    expect(columnsOf(died!.after, 'contacts_Rome', 'contact_000002')?.['email']).toBe('jo@contoso.com');
    expect(keysOf(died!.after, 'contacts', 'email_jo')).toEqual([copyOf('jonesj', 'Rome', 2)]);
    expect(keysOf(died!.after, 'contacts_Rome', INTENT)).toHaveLength(1);
  });

  it('leaves an old copy for a while', () => {
    const [, meanwhile] = tour.of('crash');
    expect(meanwhile!.printed).toEqual(['Jo Jones', 'jo@contoso.com']);
  });

  it('is made good by a worker', () => {
    const [, , drained, after] = tour.of('crash');
    expect(drained!.printed).toEqual(['{ handled: 1, intents: 1 }']);
    expect(keysOf(drained!.after, 'contacts', 'email_jo')).toEqual([copyOf('jo', 'Rome', 2)]);
    expect(keysOf(drained!.after, 'contacts_Rome', INTENT)).toEqual([]);
    expect(after!.printed).toEqual(['0', 'Jo Jones']);
  });
});
