import { type Row, sharedTypes } from '../edm/index.js';
import { MAX_STRING_UNITS, type ServiceLimits } from './profile.js';

/** Not less than what a row's frame, and a column besides its name and its text, count for. */
const FRAME = 4;
const COLUMN = 28;
/** Whoever stays below it has no string, no binary value and no row that is too large. */
const SURELY_SMALL = 2 * MAX_STRING_UNITS;

/**
 * A quick look at a row of a known class: true when it surely keeps every rule, whose exact account is then not
 * needed. Its keys are looked at elsewhere.
 */
export function isOrdinaryRow({ partitionKey, rowKey, columns, types }: Row, limits: ServiceLimits): boolean {
  const shared = sharedTypes(types);
  if (shared === undefined || limits.reservedColumns.size > 0) return false;
  const { names, types: known, carriers } = shared;
  const total = names.length;
  let bytes = FRAME + 2 * (partitionKey.length + rowKey.length);
  let count = 0;
  let at = 0;
  for (const name in columns) {
    // Columns nearly always stand in the order of the class.
    while (at < total && names[at] !== name) at++;
    if (at === total) return false;
    const cell = columns[name]!;
    if (typeof cell !== carriers[at]) return false;
    bytes += COLUMN + 2 * name.length;
    if (typeof cell === 'string') {
      bytes += 2 * cell.length;
      if (known[at] === 'Edm.String' && !cell.isWellFormed()) return false;
    }
    at++;
    count++;
  }
  return bytes <= SURELY_SMALL && bytes <= limits.entityBytes && count <= limits.properties;
}
