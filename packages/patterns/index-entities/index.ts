export type { EntityLists, IndexEntitiesApi, ListKey } from './api.js';
export type { ListDeclaration } from './declaration.js';
export { IndexEntities } from './pattern.js';
