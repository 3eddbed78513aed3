export { remove } from './delete.js';
export { getMany } from './get-many.js';
export { type ModifyOptions, modify } from './modify.js';
export { readEntity } from './read.js';
export { prepareAnyUpdate, type UpdateOptions } from './update.js';
export { runWrite } from './write.js';
