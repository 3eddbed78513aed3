import type { Told } from '../journal.js';
import { nameOf, TALLIES_PER_GROUP } from '../places.js';
import type { Stored, StoredItem } from './stored.js';

export interface Wrong {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

/**
 * Every operation that counted stands in the ledgers of its entities once, or not at all: once, if it was acknowledged;
 * not, if it was refused; in all of them or in none, if nobody knows.
 */
export function checkCounts({ items }: Stored, told: readonly Told[]): Wrong {
  const lost: string[] = [];
  const doubled: string[] = [];
  const ledgers = new Map(items.filter(isTally).map((item) => [nameIn(item), ledgerOf(item)]));
  for (const item of items.filter(isTally)) {
    const { count } = item.cells;
    const length = ledgerOf(item).length;
    if (Number(count) < length) lost.push(`${nameIn(item)} counts ${count}, and has ${length} operations`);
    if (Number(count) > length) doubled.push(`${nameIn(item)} counts ${count} of ${length} operations`);
  }
  const intended = new Set<string>();
  for (const { op, does, on, ended } of told) {
    if (does !== 'count') continue;
    for (const name of on) intended.add(`${op} ${name}`);
    const times = on.map((name) => (ledgers.get(name) ?? []).filter((entry) => entry === op).length);
    const about = `operation ${op} (${ended}) on ${on.join(' and ')}: ${times.join(' and ')} times`;
    if (times.some((time) => time > 1) || (ended === 'refused' && times.some((time) => time > 0))) {
      doubled.push(about);
    } else if (ended === 'done' && times.some((time) => time === 0)) lost.push(about);
    else if (new Set(times).size > 1) lost.push(`${about}: not all, not none`);
  }
  for (const [name, ledger] of ledgers) {
    const strange = ledger.filter((op) => !intended.has(`${op} ${name}`));
    doubled.push(...strange.map((op) => `operation ${op} on ${name}: nobody meant it`));
  }
  return { lost, doubled };
}

/** Tallies that are no longer there. */
export function missingTallies({ items }: Stored, groups: readonly string[]): readonly string[] {
  const there = new Set(items.map(nameIn));
  const ids = Array.from({ length: TALLIES_PER_GROUP }, (_, index) => index + 1);
  return groups
    .flatMap((group) => ids.map((id) => nameOf(group, id)))
    .filter((name) => !there.has(name))
    .map((name) => `${name} is gone`);
}

export function nameIn({ partition, row }: StoredItem): string {
  return `${partition}/${row}`;
}

function isTally({ row }: StoredItem): boolean {
  return Number(row.slice('item_'.length)) <= TALLIES_PER_GROUP;
}

function ledgerOf({ cells }: StoredItem): readonly string[] {
  return String(cells['ledger']).split(' ').filter(Boolean);
}
