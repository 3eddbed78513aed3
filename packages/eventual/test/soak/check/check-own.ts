import type { Told } from '../journal.js';
import { nameIn, type Wrong } from './check-counts.js';
import type { Stored } from './stored.js';

const GONE = 'gone';

/** By the journals of their only owners: which of the entities have to be there, and by which operation. */
export function checkOwn({ items }: Stored, told: readonly Told[]): Wrong {
  const lost: string[] = [];
  const doubled: string[] = [];
  /** What may be stored: the operation that made it, or nothing. More than one only where something is in doubt. */
  const possible = new Map<string, ReadonlySet<string>>();
  for (const { op, does, on, ended, code } of told) {
    if (does !== 'make' && does !== 'delete') continue;
    const name = on[0]!;
    const before = possible.get(name) ?? new Set([GONE]);
    const after = does === 'make' ? op : GONE;
    const about = `${does} ${op} of ${name} (${ended})`;
    if (ended === 'killed' || ended === 'unknown') {
      possible.set(name, new Set([...before, after]));
    } else if (ended === 'refused') {
      // Nobody else makes it: so it can only have been its own doing.
      if (code === 'ENTITY_EXISTS' && !isThere(before)) doubled.push(about);
    } else {
      if (ended === 'absent' && !before.has(GONE)) lost.push(about);
      possible.set(name, new Set([after]));
    }
  }
  const stored = new Map(items.map((item) => [nameIn(item), String(item.cells['label'])]));
  for (const [name, states] of possible) {
    const label = stored.get(name);
    const state = label === undefined ? GONE : label.replace(/^by/, '').replace('n', '.');
    if (states.has(state)) continue;
    const about = `${name} is ${state}, and should be ${[...states].join(' or ')}`;
    if (state === GONE) lost.push(about);
    else doubled.push(about);
  }
  return { lost, doubled };
}

function isThere(states: ReadonlySet<string>): boolean {
  return [...states].some((state) => state !== GONE);
}
