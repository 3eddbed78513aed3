export type { Continuation } from './continuation.js';
export { MAX_PAGE_ROWS } from './list-query.js';
export { Lister } from './lister.js';
export type { Listed, PageRequest, RowPage, TypedRowPage } from './row-page.js';
