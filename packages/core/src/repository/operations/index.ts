export { getMany } from './get-many.js';
export { type ModifyOptions, modify } from './modify.js';
export { addressOf, pointRead, readEntity } from './read.js';
export { type UpdateOptions, update } from './update.js';
export { insert, remove, replace, type UpsertMode, upsert } from './whole-entity.js';
