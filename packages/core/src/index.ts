// What users and patterns may rely on. Everything else is the library's own business.

export {
  NewerVersionError,
  StoredValueError,
  UnknownPropertyError,
  UpgradeError,
  type ValueDetails,
  ValueError,
} from './codec/index.js';
export {
  type CellValue,
  type Columns,
  type ColumnTypes,
  dateOfTicks,
  type EdmType,
  type Row,
  type StoredRow,
  TimeRangeError,
  ticksOfDate,
} from './edm/index.js';
export { isTablewrightError, OptionsError, TablewrightError } from './errors/index.js';
export {
  type CompiledTemplate,
  compileTemplate,
  type KeyArgs,
  type KeyCheck,
  type KeyKind,
  KeyMismatchError,
  type KeyTemplate,
  KeyTemplateError,
  KeyTooLongError,
  type KeyValue,
  KeyValueError,
  type KeyVars,
  key,
  type PrefixArgs,
  SYSTEM_PREFIX,
} from './keys/index.js';
export {
  type LimitDetails,
  LimitError,
  type LimitName,
  RowError,
  type ServiceLimits,
  type ServiceProfile,
  SYSTEM_COLUMN_PREFIX,
  TableNameError,
  TransactionShapeError,
} from './limits/index.js';
export * from './model/decorators/index.js';
export {
  type ColumnOptions,
  type ConvertedOptions,
  type Converter,
  type DefinitionDetails,
  DefinitionError,
  type DefinitionRule,
  type Discriminator,
  type EntityClass,
  type EntityModel,
  modelOf,
  type PropertyKind,
  type PropertyModel,
  type StoredColumns,
  type Upgrader,
  type Upgrades,
  type ValueClass,
  VERSION_COLUMN,
} from './model/index.js';
export type { Plan, PointReadPlan, RowOperation, ScanPlan, WritePlan } from './plan/index.js';
export * from './repository/index.js';
export * from './store/index.js';
