export { SYSTEM_PREFIX } from './characters.js';
export { partCodec } from './codecs/choose-codec.js';
export type { PartCodec, PartPlace } from './codecs/part-codec.js';
export type { CompiledTemplate, TemplateVariable } from './compiled-template.js';
export {
  type KeyMismatchDetails,
  KeyMismatchError,
  type KeyTemplateDetails,
  KeyTemplateError,
  type KeyTooLongDetails,
  KeyTooLongError,
  type KeyValueDetails,
  KeyValueError,
} from './errors.js';
export { isKeyOf } from './is-key-of.js';
export type { KeyCheck } from './key-check.js';
export type { EnumKeyKind, KeyKind, SimpleKeyKind } from './key-kind.js';
export { compileTemplate } from './template.js';
export { partsOf, type TemplateField, type TemplateParts } from './template-parts.js';
export {
  type KeyArgs,
  type KeyTemplate,
  type KeyValue,
  type KeyVars,
  key,
  type PrefixArgs,
  type TemplateVarList,
  type TemplateVars,
} from './template-types.js';
