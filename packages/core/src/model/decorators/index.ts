export { Column, Ignore } from './column.js';
export { Entity, type EntityOptions } from './entity.js';
export { Enum, type EnumLike, type EnumValue } from './enum.js';
export type { FieldDecorator } from './field-decorator.js';
export { Json, Nested } from './json.js';
export {
  Binary,
  Bool,
  type ColumnDecorator,
  DateTime,
  Double,
  type FieldValue,
  Guid,
  Int32,
  Int64,
  Text,
  Ticks,
} from './scalars.js';
