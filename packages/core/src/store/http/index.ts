export { addressOf } from './address.js';
export { HeaderSet } from './header-set.js';
export { LeanHttpClient } from './lean-client.js';
export { RequestHeaders } from './request-headers.js';
