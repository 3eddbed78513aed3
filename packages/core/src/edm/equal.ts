import { parseTicks } from './date-time.js';
import type { EdmType } from './edm-type.js';
import type { CellValue } from './row.js';

/** Whether two cells hold the same value of one type, however the service spelled it. */
export function sameCell(type: EdmType, a: CellValue | undefined, b: CellValue | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  switch (type) {
    case 'Edm.DateTime': {
      const ticks = parseTicks(String(a));
      return ticks !== undefined && ticks === parseTicks(String(b));
    }
    case 'Edm.Guid':
      return String(a).toLowerCase() === String(b).toLowerCase();
    // A raw client may have written a small Int64 as Int32, and integral doubles as integers.
    case 'Edm.Int64':
      return String(a) === String(b);
    case 'Edm.Double':
      return Number(a) === Number(b) || (Number.isNaN(Number(a)) && Number.isNaN(Number(b)));
    default:
      return false;
  }
}
