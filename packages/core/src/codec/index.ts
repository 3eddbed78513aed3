export { cellOfValue, type EdmValue, expectedOf, typeOfValue, valueOfCell } from './edm-value.js';
export { type ColumnDiff, EntityCodec, type EntityKeys } from './entity-codec.js';
export {
  NewerVersionError,
  StoredValueError,
  UnknownPropertyError,
  UpgradeError,
  type ValueDetails,
  ValueError,
} from './errors.js';
export type { PropertyCodec } from './property-codec.js';
export type { RawRow } from './raw-row.js';
export { checkWritable, isNewer } from './row-version.js';
export { parseTypedPage } from './typed-page.js';
export { parseTypedRow, storedColumns } from './typed-row.js';
export { columnsBody, insertBody } from './wire-json.js';
export { columnsBytes, EMPTY_ROW, insertBytes } from './wire-size.js';
