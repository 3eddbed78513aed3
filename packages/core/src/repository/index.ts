export type { RepositoryContext, RepositoryOptions } from './context.js';
export { CongestionError, KeyChangedError, MissingETagError } from './errors.js';
export type { GuardOptions } from './guard.js';
export type { ModifyOptions, UpdateOptions, UpsertMode } from './operations/index.js';
export {
  EntityRepository,
  type GetManyOptions,
  Repository,
  type RepositoryClass,
  type UpsertOptions,
} from './repository.js';
export { etagOf, type Written } from './stamp.js';
export type { Changes, Data, EntityOf, KeyOf, Updated } from './types.js';
