export { decodeOf, encodeOf, writeKeysOf } from './choose-mapping.js';
export type { Decode, Encode, EntityKeys, MappingParts, WriteKeys } from './mapping.js';
