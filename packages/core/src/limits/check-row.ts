import { CARRIERS, type CellValue, type EdmType, type Row } from '../edm/index.js';
import { checkKeys } from './check-keys.js';
import { LimitError, RowError } from './errors.js';
import { isOrdinaryRow } from './ordinary-row.js';
import { MAX_BINARY_BYTES, MAX_STRING_UNITS, type ServiceLimits } from './profile.js';
import { base64Bytes, keysBytes, propertyBytes } from './sizes.js';

/**
 * The last look before a row is sent: every ceiling of the service, in one pass. `who` names the entity in
 * messages.
 */
export function checkRow(row: Row, limits: ServiceLimits, who: string): void {
  checkKeys(row.partitionKey, row.rowKey, limits, who);
  if (isOrdinaryRow(row, limits)) return;
  let bytes = keysBytes(row.partitionKey, row.rowKey);
  let count = 0;
  for (const column in row.columns) {
    const type = row.types[column]!;
    const value = row.columns[column]!;
    count++;
    checkCell(type, value, column, who);
    if (type === 'Edm.String') checkString(value as string, column, who);
    else if (type === 'Edm.Binary') checkBinary(value as string, column, who);
    if (limits.reservedColumns.has(column)) {
      throw new RowError(
        `${who}: column '${column}' is not supported by ${limits.profile}: rename it.`,
        column,
      );
    }
    bytes += propertyBytes(column, type, value);
  }
  if (count > limits.properties) {
    throw new LimitError(
      `${who} has ${count} columns; the service takes ${limits.properties}. Group some into one @Json() column.`,
      { limit: 'PROPERTIES', most: limits.properties, actual: count },
    );
  }
  if (bytes > limits.entityBytes) {
    throw new LimitError(
      `${who} takes ${bytes} bytes; the service takes ${limits.entityBytes}. Move its largest values elsewhere.`,
      { limit: 'ENTITY_BYTES', most: limits.entityBytes, actual: bytes },
    );
  }
}

/** The codec never gets this wrong; a row built by hand may, and its JSON would then say something else. */
function checkCell(type: EdmType | undefined, value: CellValue, column: string, who: string): void {
  const fits =
    type !== undefined &&
    (CARRIERS[type] === typeof value || (type === 'Edm.Double' && isSpecialDouble(value)));
  if (!fits) {
    throw new RowError(
      `${who}: column '${column}' holds a ${typeof value}, not a value of its type.`,
      column,
    );
  }
}

function isSpecialDouble(value: CellValue): boolean {
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity';
}

function checkString(value: string, column: string, who: string): void {
  if (value.length > MAX_STRING_UNITS) {
    throw new LimitError(
      `${who}: column '${column}' holds ${value.length} UTF-16 units; a string column takes ${MAX_STRING_UNITS} (64 KiB). Shorten it, or keep it in a blob.`,
      { limit: 'STRING_UNITS', most: MAX_STRING_UNITS, actual: value.length, column },
    );
  }
  if (!value.isWellFormed()) {
    throw new RowError(
      `${who}: column '${column}' holds half of a surrogate pair, which cannot be stored.`,
      column,
    );
  }
}

function checkBinary(value: string, column: string, who: string): void {
  const bytes = base64Bytes(value);
  if (bytes > MAX_BINARY_BYTES) {
    throw new LimitError(
      `${who}: column '${column}' holds ${bytes} bytes; a binary column takes ${MAX_BINARY_BYTES} (64 KiB). Keep it in a blob.`,
      { limit: 'BINARY_BYTES', most: MAX_BINARY_BYTES, actual: bytes, column },
    );
  }
}
