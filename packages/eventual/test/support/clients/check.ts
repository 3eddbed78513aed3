import type { ClientRows } from './rows.js';

/** Indexes of clients whose rows are not what they should be. */
function wrongCopies({ wanted, stored }: ClientRows): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  const text = (rows: ReadonlySet<string> = new Set()) => [...rows].sort().join(' | ');
  for (const name of new Set([...wanted.keys(), ...stored.keys()])) {
    const [should, is] = [text(wanted.get(name)), text(stored.get(name))];
    if (should !== is) wrong.set(name, `wanted [${should}], stored [${is}]`);
  }
  return wrong;
}

/** A1, for each index by itself: whatever differs from the entity is covered by an intent. */
export function checkClientsCovered(rows: ClientRows): void {
  const covered = new Set(rows.intents);
  for (const [name, why] of wrongCopies(rows)) {
    if (!covered.has(name)) throw new Error(`A1: nothing covers ${name}: ${why}`);
  }
}

/** A4, at the end: nothing is left to be done, and everything is as the entities have it. */
export function checkClientsSettled(rows: ClientRows): void {
  if (rows.intents.length > 0) throw new Error(`${rows.intents.length} intents are left`);
  for (const [name, why] of wrongCopies(rows)) throw new Error(`A4: ${name}: ${why}`);
}
