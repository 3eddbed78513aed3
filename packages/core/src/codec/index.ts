export { type ColumnDiff, EntityCodec, type EntityKeys, type RawRow } from './entity-codec.js';
export { StoredValueError, UnknownPropertyError, type ValueDetails, ValueError } from './errors.js';
export { parseTypedPage } from './typed-page.js';
export { parseTypedRow, storedColumns } from './typed-row.js';
export { columnsBody, insertBody } from './wire-json.js';
