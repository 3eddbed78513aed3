/** In these, hints are put before each commit: workers alone have to find everything. */
export const HINTED_GROUPS = ['g1', 'g2', 'g3', 'g4'] as const;
/** In these, some writers put hints only on failure: what a killed one left is the sweeper's. */
export const SWEPT_GROUPS = ['s1', 's2'] as const;
export const GROUPS = [...HINTED_GROUPS, ...SWEPT_GROUPS] as const;

export const COLORS = ['red', 'green', 'blue', 'white'] as const;
export const SIZES_OF_ITEMS = [10, 20, 30, 40] as const;
export const LABELS = ['one', 'two', 'three'] as const;

/** Entities that are there from the beginning and only counted up, with the ids from 1 on. */
export const TALLIES_PER_GROUP = 6;
/** Entities that anybody makes, changes and deletes, with the ids from this on. */
export const FIRST_SHARED = 100;
export const SHARED_PER_GROUP = 5;
/** Entities that only one process makes and deletes: so many ids for each. */
export const OWN_PER_PROCESS = 20;

export function ownId(process: number, slot: number): number {
  return 1_000 + process * OWN_PER_PROCESS + slot;
}

/** As an entity is called in the journal. */
export function nameOf(group: string, id: number): string {
  return `${group}/item_${String(id).padStart(6, '0')}`;
}
