export { generatedBodies, type WriteColumns } from './bodies.js';
export { generatedDecode } from './decode.js';
export { generatedEncode } from './encode.js';
export { ifAllowed } from './is-allowed.js';
export { generatedKeys } from './keys.js';
