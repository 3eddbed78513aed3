/** The types of the table service. */
export type EdmType =
  | 'Edm.String'
  | 'Edm.Boolean'
  | 'Edm.Int32'
  | 'Edm.Int64'
  | 'Edm.Double'
  | 'Edm.DateTime'
  | 'Edm.Guid'
  | 'Edm.Binary';

/**
 * One property's value, in the form that compares: Int64 as bigint, DateTime as text with seven digits, Guid in
 * lower case, Binary as base64.
 */
export interface Cell {
  readonly type: EdmType;
  readonly value: string | number | boolean | bigint;
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?(Z|[+-]\d\d:\d\d)?$/;
const EARLIEST = '1601-01-01T00:00:00.0000000Z';
const LATEST = '9999-12-31T23:59:59.9999999Z';

/** A time as `2026-01-01T00:00:00.0000000Z`, in UTC; `undefined` when it is none or lies outside of 1601 to 9999. */
export function canonicalTime(text: string): string | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${local}${zone}`);
  if (Number.isNaN(date.getTime())) return undefined;
  // Date rolls over what no calendar has, such as 30 February.
  if (new Date(`${local}Z`).toISOString().slice(0, 19) !== local) return undefined;
  const iso = date.toISOString();
  // Years beyond four digits carry a sign.
  if (iso.length !== 24) return undefined;
  const canonical = `${iso.slice(0, 19)}.${fraction.padEnd(7, '0')}Z`;
  return canonical >= EARLIEST && canonical <= LATEST ? canonical : undefined;
}

/** As the service writes a time: without zeros at the end of a fraction. */
export function timeText(canonical: string): string {
  return canonical.endsWith('0Z') ? canonical.replace(/\.?0+Z$/, 'Z') : canonical;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function canonicalGuid(text: string): string | undefined {
  return GUID.test(text) ? text.toLowerCase() : undefined;
}

const INTEGER = /^-?\d{1,19}$/;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

export function int64Of(text: string): bigint | undefined {
  if (!INTEGER.test(text)) return undefined;
  const value = BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
}

export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && (value | 0) === value;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function isBase64(text: string): boolean {
  return BASE64.test(text);
}

export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Types whose JSON does not say what they are. */
export function isAnnotated({ type, value }: Cell): boolean {
  switch (type) {
    case 'Edm.String':
    case 'Edm.Boolean':
    case 'Edm.Int32':
      return false;
    case 'Edm.Double':
      return !Number.isFinite(value);
    default:
      return true;
  }
}

export function cellJson({ type, value }: Cell): string {
  switch (type) {
    case 'Edm.Int32':
    case 'Edm.Boolean':
      return String(value);
    case 'Edm.Double':
      return doubleJson(value as number);
    case 'Edm.Int64':
      return `"${value}"`;
    case 'Edm.DateTime':
      return `"${timeText(value as string)}"`;
    default:
      return JSON.stringify(value);
  }
}

/** A whole double keeps a decimal point; what JSON has no number for is text. */
function doubleJson(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
