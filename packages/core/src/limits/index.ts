export { checkKeys } from './check-keys.js';
export { checkRow } from './check-row.js';
export {
  type LimitDetails,
  LimitError,
  type LimitName,
  RowError,
  TableNameError,
  TransactionShapeError,
} from './errors.js';
export { isEtag } from './etag.js';
export { FORBIDDEN_IN_KEY, MAX_KEY_LENGTH } from './keys.js';
export {
  checkTableName,
  columnNameProblem,
  OPERATIONS_COLUMN,
  OUTBOX_VERSION_COLUMN,
  SYSTEM_COLUMN_PREFIX,
} from './names.js';
export {
  limitsOf,
  MAX_BINARY_BYTES,
  MAX_STRING_UNITS,
  type ServiceLimits,
  type ServiceProfile,
} from './profile.js';
export { keysBytes, propertyBytes } from './sizes.js';
