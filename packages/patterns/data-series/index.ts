export type {
  CountingExplainer,
  CountingSeries,
  DataSeriesApi,
  Series,
  SeriesExplainer,
  SlotWriteOptions,
} from './api.js';
export type { SeriesDeclaration } from './declaration.js';
export { DataSeries } from './pattern.js';
export { OPERATIONS_COLUMN } from './recent-operations.js';
export type { SlotValues } from './slot-values.js';
export {
  daysOfMonth,
  daysOfYear,
  hoursOfDay,
  minutesOfDay,
  type SlotFunctions,
  type Slots,
  slots,
  wholeNumbers,
} from './slots.js';
export type { SeriesType } from './values.js';
