import {
  type CellValue,
  type EdmType,
  emptyColumns,
  emptyTypes,
  isEdmType,
  type StoredRow,
} from '../edm/index.js';
import type { RawRow } from './raw-row.js';

const NAMED_VALUE =
  /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|true|false|null)/g;
const TYPE_SUFFIX = '@odata.type';
const NOT_COLUMNS: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

/**
 * Reads one row of unknown types from a `minimalmetadata` reply. Only here are numbers looked at as text: a
 * whole Edm.Double differs from an Edm.Int32 by nothing but its decimal point.
 */
export function parseTypedRow(text: string): Omit<StoredRow, 'etag'> {
  const raw = JSON.parse(text) as Record<string, CellValue | null>;
  const fractions = columnsWithFraction(text);
  const columns = storedColumns(raw);
  const types = emptyTypes();
  for (const name in columns) {
    types[name] = typeOf(columns[name]!, raw[name + TYPE_SUFFIX], fractions.has(name));
  }
  return {
    partitionKey: String(raw['PartitionKey']),
    rowKey: String(raw['RowKey']),
    timestamp: String(raw['Timestamp']),
    columns,
    types,
  };
}

/** The columns of a row, without its keys and the service's own fields. */
export function storedColumns(raw: RawRow): Record<string, CellValue> {
  const columns = emptyColumns();
  for (const [name, value] of Object.entries(raw)) {
    const own = NOT_COLUMNS.has(name) || name.startsWith('odata.') || name.endsWith(TYPE_SUFFIX);
    if (!own && value !== null && value !== undefined) columns[name] = value;
  }
  return columns;
}

function typeOf(value: CellValue, declared: unknown, fraction: boolean): EdmType {
  if (isEdmType(declared)) return declared;
  if (typeof value === 'boolean') return 'Edm.Boolean';
  if (typeof value === 'string') return 'Edm.String';
  return fraction || (value | 0) !== value ? 'Edm.Double' : 'Edm.Int32';
}

function columnsWithFraction(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, name, number] of text.matchAll(NAMED_VALUE)) {
    if (number !== undefined && /[.eE]/.test(number)) found.add(JSON.parse(`"${name}"`) as string);
  }
  return found;
}
