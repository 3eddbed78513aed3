import { TableNameError } from './errors.js';

const TABLE_NAME = /^[A-Za-z][A-Za-z0-9]{2,62}$/;

/** The characters of a C# identifier, which is what the service asks of a property name. */
const IDENTIFIER = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$/u;
const MAX_COLUMN_NAME = 255;

/** Columns that the library writes for its own purposes start with this. */
export const SYSTEM_COLUMN_PREFIX = 'tw__';

/** Where a row keeps the ids of the last operations that recorded what follows elsewhere, the newest first. */
export const OPERATIONS_COLUMN: string = `${SYSTEM_COLUMN_PREFIX}ops`;

/** The version that an outbox gives a row. Workers may raise it: nothing that is the user's changes then. */
export const OUTBOX_VERSION_COLUMN: string = `${SYSTEM_COLUMN_PREFIX}v`;

/** Names that the service or the official SDK gives a meaning of their own. */
const RESERVED_COLUMNS: ReadonlySet<string> = new Set([
  'PartitionKey',
  'RowKey',
  'Timestamp',
  'partitionKey',
  'rowKey',
  'timestamp',
  'etag',
  'prototype',
]);

/** Throws a {@link TableNameError} unless the service would take the name. */
export function checkTableName(name: unknown, who?: string): asserts name is string {
  const whose = who === undefined ? '' : `${who}: `;
  if (typeof name !== 'string') {
    throw new TableNameError(
      `${whose}a table name is a string, not ${name === null ? 'null' : typeof name}.`,
      0,
    );
  }
  if (!TABLE_NAME.test(name)) {
    throw new TableNameError(
      `${whose}a table name has 3 to 63 letters and digits and starts with a letter; no dashes, dots or underscores.`,
      name.length,
    );
  }
  if (name.toLowerCase() === 'tables') {
    throw new TableNameError(
      `${whose}'tables' is reserved by the service: choose another table name.`,
      name.length,
    );
  }
}

/** Why a column may not have this name, as the end of a sentence, or `undefined` when it may. */
export function columnNameProblem(name: string): string | undefined {
  if (RESERVED_COLUMNS.has(name)) return 'is reserved by the service or its clients';
  // `constructor`, `__proto__`, `toString`…: emulators and SDKs lose such columns or worse.
  if (name in Object.prototype) return 'is one that every JavaScript object has already';
  if (name.startsWith(SYSTEM_COLUMN_PREFIX)) {
    return `begins with '${SYSTEM_COLUMN_PREFIX}', which is kept for Tablewright's own columns`;
  }
  if (name.length > MAX_COLUMN_NAME) return `is longer than ${MAX_COLUMN_NAME} characters`;
  if (!name.isWellFormed() || !IDENTIFIER.test(name)) {
    return 'is not an identifier: use letters, digits and underscores, and do not start with a digit';
  }
  return undefined;
}
