export { checkColumnCount } from './column-count.js';
export * from './decorators/index.js';
export type { Discriminator } from './discriminator.js';
export { type EntityClass, type EntityModel, modelOf } from './entity-model.js';
export {
  isVersion,
  type StoredColumns,
  type Upgrader,
  type Upgrades,
  VERSION_COLUMN,
} from './entity-version.js';
export { type DefinitionDetails, DefinitionError, type DefinitionRule } from './errors.js';
export { mappedProperties, notesOf } from './metadata.js';
export type {
  ColumnOptions,
  ConvertedOptions,
  Converter,
  PropertyKind,
  PropertyModel,
  ValueClass,
} from './property.js';
export { compilePropertyTemplate } from './property-template.js';
