import type { ReferenceSnapshot } from '@tablewright/testing';

const GUARD = '\uFFEEguard ';

type Snapshot = Pick<ReferenceSnapshot, 'tables'>;

/** A2: the version of a guard never falls, in whichever table. */
export function guardWatch(): (snapshot: Snapshot) => void {
  const versions = new Map<string, bigint>();
  return ({ tables }) => {
    for (const [table, rows] of tables) {
      for (const { partitionKey, rowKey, cells } of rows) {
        if (!rowKey.startsWith(GUARD)) continue;
        const name = `${table} ${partitionKey} ${rowKey}`;
        const version = cells.get('tw__v')?.value as bigint;
        if (version < (versions.get(name) ?? 0n)) throw new Error(`A2: the guard of ${name} fell back`);
        versions.set(name, version);
      }
    }
  };
}
