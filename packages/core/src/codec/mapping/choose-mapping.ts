import { generatedDecode, generatedEncode, generatedKeys, ifAllowed } from '../generated/index.js';
import { loopDecode } from './loop-decode.js';
import { loopEncode } from './loop-encode.js';
import { loopKeys } from './loop-keys.js';
import type { Decode, Encode, MappingParts, WriteKeys } from './mapping.js';

/** How the keys of a class are written here: by generated code, or by a loop that does the same. */
export function writeKeysOf(parts: MappingParts): WriteKeys {
  return ifAllowed(() => generatedKeys(parts)) ?? loopKeys(parts);
}

export function encodeOf(parts: MappingParts): Encode {
  const byLoop = loopKeys(parts);
  return ifAllowed(() => generatedEncode(parts, byLoop)) ?? loopEncode(parts, byLoop);
}

export function decodeOf(parts: MappingParts): Decode {
  return ifAllowed(() => generatedDecode(parts)) ?? loopDecode(parts);
}
