import type { EntityModel } from '@tablewright/core';
import type { RemoteIndex } from './compile-index.js';

/** Changes when the same declaration comes to mean other rows. */
const FORMAT = 'inter-partition-index/1';

/** Says what is derived, whatever the order in which it was declared; the state is no part of it. */
export function fingerprintOf(
  { table, partition, row, each, project, sparse }: RemoteIndex,
  { version = 1, upgrades }: Pick<EntityModel, 'version' | 'upgrades'>,
): string {
  const where = sparse?.cells.toSorted(([a], [b]) => (a < b ? -1 : 1)) ?? [];
  const declared = [
    FORMAT,
    table?.toLowerCase() ?? null,
    partition.source,
    row.source,
    each ?? null,
    project?.toSorted() ?? null,
    where,
  ];
  // Upgraders may change what rows follow from an entity that nobody has written since.
  return JSON.stringify(upgrades.size > 0 ? [...declared, version] : declared);
}
