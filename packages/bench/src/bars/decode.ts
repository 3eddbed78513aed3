import assert from 'node:assert/strict';
import { decodeByTablewright } from '../contenders/tablewright-codec.js';
import type { EmployeeData } from '../domain/employee-data.js';
import { peopleOf } from '../domain/staff.js';
import { type StoredEmployee, storedRow } from '../domain/stored-row.js';
import { interleave } from '../measure/interleave.js';
import { cpu } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import type { Bar, BarResult, Bench } from './bar.js';
import { peer } from './peers.js';

const ROWS = 1_000;
/** The peer takes milliseconds for what takes us microseconds: ours runs more often, so that both can be measured. */
const OURS_PER_ROUND = 5;

export const decodeAgainstClassTransformer: Bar = {
  name: 'decode 1000 rows / class-transformer',
  peer: peer('class-transformer'),
  atMost: 0.06,
  async measure(bench) {
    const { decodeByClassTransformer } = await import('../contenders/class-transformer.js');
    return compare(bench, (rows) => () => decodeByClassTransformer(rows));
  },
};

export const decodeAgainstElectrodb: Bar = {
  name: 'decode / electrodb `parse`',
  peer: peer('electrodb'),
  atMost: 0.2,
  async measure(bench) {
    const { decodeByElectrodb, electroItems } = await import('../contenders/electrodb.js');
    return compare(bench, (rows) => {
      const items = electroItems(rows);
      return () => decodeByElectrodb(items);
    });
  },
};

async function compare(
  { effort }: Bench,
  prepare: (rows: readonly StoredEmployee[]) => () => readonly EmployeeData[],
): Promise<BarResult> {
  // Through JSON, because that is where rows come from: the shape of parsed objects is not that of literals.
  const rows = JSON.parse(JSON.stringify(peopleOf(ROWS).map(storedRow))) as StoredEmployee[];
  const theirs = prepare(rows);
  assert.deepEqual(plain(decodeByTablewright(rows)), peopleOf(ROWS));
  assert.deepEqual(plain(theirs()), peopleOf(ROWS));
  const ours = () => {
    for (let time = 1; time < OURS_PER_ROUND; time++) decodeByTablewright(rows);
    return decodeByTablewright(rows);
  };
  const measured = await interleave({ ours, theirs }, cpu, effort);
  const oncePerRound = measured.ours.map((value) => value / OURS_PER_ROUND);
  return ratioOf(oncePerRound, measured.theirs);
}

/** Whatever class they are of: the values are compared. */
function plain(people: readonly EmployeeData[]): readonly EmployeeData[] {
  return people.map((person) => ({ ...person }));
}
