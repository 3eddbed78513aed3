import { createHash } from 'node:crypto';
import { type CellValue, type EdmType, parseTicks, type Row } from '../../../edm/index.js';

/**
 * A short text that equal rows share and different rows do not, whatever the order of their columns and the
 * spelling of their values. It stands for the row where many of them are held.
 */
export function rowDigest({ columns, types }: Row): string {
  const cells = Object.keys(columns)
    .sort()
    .map((name) => [name, types[name], spelled(types[name], columns[name]!)]);
  return createHash('sha256').update(JSON.stringify(cells)).digest('base64');
}

function spelled(type: EdmType | undefined, value: CellValue): CellValue {
  switch (type) {
    case 'Edm.DateTime':
      return parseTicks(String(value))?.toString() ?? value;
    case 'Edm.Guid':
      return String(value).toLowerCase();
    case 'Edm.Int64':
      return String(value);
    case 'Edm.Double':
      // As text, since JSON has no NaN; 0 and -0 are equal.
      return String(Number(value));
    default:
      return value;
  }
}
