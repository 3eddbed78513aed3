export type { DenormalizationDeclaration } from './declaration.js';
export { type Denormalization, denormalize } from './denormalize.js';
export { SourceNotFoundError, StillReferredToError } from './errors.js';
