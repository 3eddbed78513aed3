export { aroundPlan, fitsTransaction } from './around-plan.js';
export { etagOfParts } from './etag-of-parts.js';
export { joinRows } from './join-rows.js';
export { type TypedPart, typedPart } from './joined.js';
export { readSplit, readSplitTyped, rowsOfEntity } from './read-entity-rows.js';
export { type SettledVersion, settledVersion } from './settled-parts.js';
export { splitterOf } from './splitter.js';
