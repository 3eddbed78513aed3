import type { CellValue, EdmType } from '../edm/index.js';
import { quote, quotedBytes } from './wire-quote.js';

/** The types whose JSON form does not already say what they are. */
export const ANNOTATED: ReadonlySet<EdmType> = new Set<EdmType>([
  'Edm.Int64',
  'Edm.Double',
  'Edm.DateTime',
  'Edm.Guid',
  'Edm.Binary',
]);

/** A cell as JSON. */
export function cellJson(type: EdmType, value: CellValue): string {
  if (typeof value === 'string') return quote(value);
  return type === 'Edm.Double' && typeof value === 'number' ? doubleJson(value) : String(value);
}

/** From here on numbers are written with an exponent. */
const EXPONENT = 1e21;

/** A whole double keeps a decimal point, so that no reader takes it for an integer. */
export function doubleJson(value: number): string {
  if (Number.isInteger(value)) {
    if (Object.is(value, -0)) return '-0.0';
    return value < EXPONENT && value > -EXPONENT ? `${value}.0` : String(value);
  }
  return Number.isFinite(value) ? String(value) : `${value}.0`;
}

/** How many bytes {@link cellJson} writes. */
export function cellBytes(type: EdmType, value: CellValue): number {
  return typeof value === 'string' ? quotedBytes(value) : cellJson(type, value).length;
}
