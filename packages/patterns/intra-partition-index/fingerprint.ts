import type { CompiledIndex } from './compile-index.js';

/** Changes when the same declaration comes to mean other rows. */
const FORMAT = 'intra-partition-index/1';

/** Says what is derived, whatever the order in which it was declared; the state is no part of it. */
export function fingerprintOf({ row, unique, each, project, sparse }: CompiledIndex): string {
  const where = sparse?.cells.toSorted(([a], [b]) => (a < b ? -1 : 1)) ?? [];
  return JSON.stringify([FORMAT, row.source, unique, each ?? null, project?.toSorted() ?? null, where]);
}
