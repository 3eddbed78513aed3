import { describe, expect, it } from 'vitest';
import { type Intended, tellingOf } from '../journal.js';
import { GROUPS, nameOf, TALLIES_PER_GROUP } from '../places.js';
import { check } from './check.js';
import { type StoredItem, sorted } from './stored.js';

type Cells = StoredItem['cells'];

const item = (group: string, id: number, cells: Cells): StoredItem => ({
  partition: group,
  row: nameOf(group, id).split('/')[1]!,
  cells: { label: 'one', count: 0, ledger: '', ...cells },
});

const TALLIES = GROUPS.flatMap((group) =>
  Array.from({ length: TALLIES_PER_GROUP }, (_, index) => item(group, index + 1, {})),
);

/** All tallies, some of them otherwise, and more rows. */
const storedWith = (rows: readonly StoredItem[], sizes: readonly StoredItem[] = []) => {
  const keys = new Set(rows.map(({ partition, row }) => `${partition}/${row}`));
  return sorted(
    [...TALLIES.filter(({ partition, row }) => !keys.has(`${partition}/${row}`)), ...rows],
    sizes,
  );
};

/** `ended`: left out for an operation whose writer was killed. */
const journal = (lines: readonly (Intended & { readonly ended?: string; readonly code?: string })[]) =>
  tellingOf(
    lines
      .map(({ ended, code, ...intended }) => {
        const end = ended === undefined ? '' : JSON.stringify({ op: intended.op, ended, code });
        return `${JSON.stringify(intended)}\n${end}\n`;
      })
      .join(''),
  );

const one = nameOf('g1', 1);
const two = nameOf('g1', 2);
const own = nameOf('g1', 1_020);
const counting = (op: string, ended?: string, on = [one]) =>
  ({ op, does: 'count', on, ...(ended !== undefined && { ended }) }) as const;
const tally = (ledger: string, count = ledger.split(' ').length - 1, id = 1) =>
  storedWith([item('g1', id, { ledger, count })]);

describe('the checks of the soak', () => {
  it('find nothing where everything is right', () => {
    const copy = { count: 1, label: 'one', tw__partition: 'g1', tw__row: 'item_000001' };
    const guard = (partition: string, key: string) => ({
      partition,
      row: `\uFFEEguard ${key}`,
      cells: { Keys: JSON.stringify([key]) },
    });
    const stored = storedWith(
      [
        item('g1', 1, { ledger: '1.1 ', count: 1, color: 'red', size: 10 }),
        { partition: 'color_red', row: 'color_g1  item_000001', cells: copy },
        guard('color_red', 'color_g1  item_000001'),
      ],
      [
        { partition: 'size_010', row: 'one  g1  item_000001', cells: { ...copy, color: 'red' } },
        guard('size_010', 'one  g1  item_000001'),
      ],
    );
    expect(check(stored, journal([counting('1.1', 'done'), counting('1.2', 'refused')]))).toEqual({
      lost: [],
      doubled: [],
      copies: [],
    });
  });

  it.each([
    ['an acknowledged operation is missing', tally(''), [counting('1.1', 'done')]],
    ['a ledger is longer than the count', tally('1.1 ', 0), [counting('1.1', 'done')]],
    ['half of a transaction is missing', tally('1.1 '), [counting('1.1', undefined, [one, two])]],
    [
      'an entity that was made is gone',
      storedWith([]),
      [{ op: '1.1', does: 'make', on: [own], ended: 'done' }],
    ],
    [
      'a delete finds nothing to delete',
      storedWith([]),
      [
        { op: '1.1', does: 'make', on: [own], ended: 'done' },
        { op: '1.2', does: 'delete', on: [own], ended: 'absent' },
      ],
    ],
  ] as const)('lost: %s', (_, stored, told) => {
    const { lost, doubled } = check(stored, journal(told));
    expect(lost).toHaveLength(1);
    expect(doubled).toEqual([]);
  });

  it('lost: a tally is gone', () => {
    const { lost } = check(sorted(TALLIES.slice(1), []), []);
    expect(lost).toEqual([`${one} is gone`]);
  });

  it.each([
    ['an operation counted twice', tally('1.1 1.1 '), [counting('1.1', 'done')]],
    ['a refused operation counted', tally('1.1 '), [counting('1.1', 'refused')]],
    ['a count is larger than its ledger', tally('1.1 ', 2), [counting('1.1', 'done')]],
    ['an operation of nobody counted', tally('1.1 '), []],
    [
      'a deleted entity is there',
      storedWith([item('g1', 1_020, { label: 'by1n1' })]),
      [
        { op: '1.1', does: 'make', on: [own], ended: 'done' },
        { op: '1.2', does: 'delete', on: [own], ended: 'done' },
      ],
    ],
    [
      'an insert finds its own entity',
      storedWith([item('g1', 1_020, { label: 'by1n1' })]),
      [{ op: '1.1', does: 'make', on: [own], ended: 'refused', code: 'ENTITY_EXISTS' }],
    ],
  ] as const)('doubled: %s', (_, stored, told) => {
    const { lost, doubled } = check(stored, journal(told));
    expect(doubled.length).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  });

  it.each(['', '1.1 '])('allow both where the writer was killed: %j', (ledger) => {
    const { lost, doubled } = check(tally(ledger), journal([counting('1.1')]));
    expect([...lost, ...doubled]).toEqual([]);
  });

  it.each([
    ['a copy is missing', [item('g1', 1, { color: 'red' })], 'missing: color_red'],
    [
      'a copy is left',
      [{ partition: 'color_red', row: 'color_g1  item_000001', cells: {} }],
      'stray: color_red',
    ],
    ['an intent is left', [{ partition: 'g1', row: '\uFFEEintent x', cells: {} }], 'an intent is left: g1'],
    ['a row is nothing at all', [{ partition: 'g1', row: 'x', cells: {} }], 'a row of nobody: g1 | x'],
    [
      'a guard lists what is not there',
      [{ partition: 'color_red', row: '\uFFEEguard x', cells: { Keys: '["y"]' } }],
      'the guards do not list what is there',
    ],
  ] as const)('wrong: %s', (_, rows, message) => {
    expect(check(storedWith(rows), []).copies[0]).toContain(message);
  });
});
