export type { Continuation } from './continuation.js';
export { MAX_PAGE_ROWS } from './list-query.js';
export { Lister } from './lister.js';
export {
  type Listed,
  listed,
  type OnNext,
  type PageRequest,
  type RowPage,
  type TypedRowPage,
  type UnreadPage,
} from './row-page.js';
