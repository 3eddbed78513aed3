import { outOfRange, Refusal } from '../wire/refusal.js';
import { base64Bytes, type Cell } from './edm.js';

const MAX_KEY = 512;
const FORBIDDEN_IN_KEY = /[/\\#?\u0000-\u001f\u007f-\u009f]/;
const MAX_PROPERTIES = 252;
const MAX_VALUE_BYTES = 65_536;
const MAX_ENTITY_BYTES = 1_048_576;
const MAX_NAME = 255;
const IDENTIFIER = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$/u;
const TABLE_NAME = /^[A-Za-z][A-Za-z0-9]{2,62}$/;

/** Bodies of any kind, transactions included. */
export const MAX_BODY_BYTES = 4 * 1_048_576;
export const MAX_OPERATIONS = 100;
export const MAX_PAGE_ROWS = 1_000;
export const MAX_COMPARISONS = 15;
/** Of `not` and parentheses in each other. The documentation names no bound, but no service has an endless stack. */
export const MAX_FILTER_DEPTH = 250;

export function isTableName(name: string): boolean {
  return TABLE_NAME.test(name) && name.toLowerCase() !== 'tables';
}

export function checkKey(name: 'PartitionKey' | 'RowKey', value: string): void {
  if (value.length > MAX_KEY) {
    throw new Refusal(400, 'KeyValueTooLarge', `The ${name} has more than ${MAX_KEY} characters.`);
  }
  if (FORBIDDEN_IN_KEY.test(value) || !value.isWellFormed()) {
    throw outOfRange(name, 'it has a character that keys may not have.');
  }
}

/** Names that were found good: programs use few. */
const goodNames = new Set<string>();
const MOST_NAMES = 10_000;

export function checkPropertyName(name: string): void {
  if (goodNames.has(name)) return;
  if (name.length > MAX_NAME) {
    throw new Refusal(400, 'PropertyNameTooLong', 'The property name exceeds the maximum allowed length.');
  }
  if (!IDENTIFIER.test(name)) {
    throw new Refusal(400, 'PropertyNameInvalid', 'The property name is invalid.');
  }
  if (goodNames.size >= MOST_NAMES) goodNames.clear();
  goodNames.add(name);
}

export function checkValueSize({ type, value }: Cell): void {
  const tooLarge =
    (type === 'Edm.String' && 2 * (value as string).length > MAX_VALUE_BYTES) ||
    (type === 'Edm.Binary' && base64Bytes(value as string) > MAX_VALUE_BYTES);
  if (tooLarge) {
    throw new Refusal(
      400,
      'PropertyValueTooLarge',
      'The property value exceeds the maximum allowed size (64KB). If the property value is a string, it is UTF-16 encoded and the maximum number of characters should be 32K or less.',
    );
  }
}

/** Of a whole entity, as it would be stored. */
export function checkEntity(
  partitionKey: string,
  rowKey: string,
  cells: ReadonlyMap<string, Cell>,
  sizeBound: number,
): void {
  if (cells.size > MAX_PROPERTIES) {
    throw new Refusal(
      400,
      'TooManyProperties',
      'The entity contains more properties than allowed. Each entity can include up to 252 properties to store data. Each entity also has 3 system properties.',
    );
  }
  if (sizeBound > MAX_ENTITY_BYTES && entityBytes(partitionKey, rowKey, cells) > MAX_ENTITY_BYTES) {
    throw new Refusal(400, 'EntityTooLarge', 'The entity is larger than the maximum allowed size (1MB).');
  }
}

/** The formula in common use; the service has published none. */
function entityBytes(partitionKey: string, rowKey: string, cells: ReadonlyMap<string, Cell>): number {
  let bytes = 4 + 2 * (partitionKey.length + rowKey.length);
  for (const [name, cell] of cells) bytes += 8 + 2 * name.length + cellBytes(cell);
  return bytes;
}

function cellBytes({ type, value }: Cell): number {
  switch (type) {
    case 'Edm.String':
      return 4 + 2 * (value as string).length;
    case 'Edm.Binary':
      return 4 + base64Bytes(value as string);
    case 'Edm.Boolean':
      return 1;
    case 'Edm.Int32':
      return 4;
    case 'Edm.Guid':
      return 16;
    default:
      return 8;
  }
}
