import type { EntityKeys } from '../../codec/index.js';
import type { PointReadPlan, ScanPlan } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { pointRead } from '../point-read.js';
import { rowsOfEntity } from '../split/index.js';

/** How an entity is read by its key. */
export function entityRead(context: RepositoryContext, keys: EntityKeys): PointReadPlan | ScanPlan {
  const { split } = context.patterns;
  return split ? rowsOfEntity(context, split, keys) : pointRead(context, keys);
}
