import { type ColumnTypes, type SharedTypes, sharedTypes } from '../edm/index.js';
import { generatedBodies, ifAllowed, type WriteColumns } from './generated/index.js';

const writers = new WeakMap<SharedTypes, WriteColumns | undefined>();
let last: SharedTypes | undefined;
let lastWriter: WriteColumns | undefined;

/** How the columns of a class are written; `undefined` for types of one row, or where no code may be generated. */
export function knownBodies(types: ColumnTypes): WriteColumns | undefined {
  const shared = sharedTypes(types);
  if (shared === undefined) return undefined;
  // Rows come in runs of one class.
  if (shared !== last) {
    lastWriter = writers.get(shared) ?? ifAllowed(() => generatedBodies(shared));
    writers.set(shared, lastWriter);
    last = shared;
  }
  return lastWriter;
}
