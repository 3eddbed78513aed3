export { CARRIERS, type Carrier } from './carriers.js';
export { formatTicks, parseTicks } from './date-time.js';
export { type EdmType, isEdmType } from './edm-type.js';
export { sameCell } from './equal.js';
export { formatIsoTime } from './format-iso-time.js';
export { isGuid, lowerGuid } from './guid.js';
export { INT64_MAX, INT64_MIN, isInt64, parseInt64 } from './int64.js';
export { parseIsoTime } from './parse-iso-time.js';
export {
  type CellValue,
  type Columns,
  type ColumnTypes,
  emptyColumns,
  emptyTypes,
  type Row,
  type StoredRow,
} from './row.js';
export { type SharedTypes, sharedTypes, shareTypes } from './shared-types.js';
export {
  dateOfTicks,
  isTicks,
  MAX_TICKS,
  MIN_TICKS,
  TICKS_PER_MILLISECOND,
  type TimeRangeDetails,
  TimeRangeError,
  ticksOfDate,
  timeOf,
  UNIX_EPOCH_TICKS,
} from './ticks.js';
