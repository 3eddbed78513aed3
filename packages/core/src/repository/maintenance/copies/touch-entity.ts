import type { EntityKeys } from '../../../codec/index.js';
import { emptyColumns, emptyTypes } from '../../../edm/index.js';
import type { RepositoryContext } from '../../context.js';
import { commit } from '../../write/commit.js';
import { rowOf } from '../../write/image.js';
import type { PreparedWrite } from '../../write/prepared.js';
import type { Task } from '../task.js';

/**
 * Writes an entity without changing it, so that it gets its copies anew, its own rows and shared rows what
 * follows from them, and its sources are held: the same as in any other write.
 */
export async function touchEntity({ context, scope }: Task, keys: EntityKeys): Promise<void> {
  await commit([prepareTouch(context, keys)], {}, scope);
}

function prepareTouch(context: RepositoryContext, keys: EntityKeys): PreparedWrite<void> {
  return {
    verb: 'update',
    context,
    keys,
    readsBecause: 'its copies are made from what is stored',
    startsOver: true,
    change(image) {
      if (!image || !context.codec.accepts(image.columns)) return undefined;
      const row = rowOf(keys, emptyColumns(), emptyTypes());
      return {
        primary: { kind: 'merge', row, ifMatch: image.etag, result: image.columns },
        before: image,
        after: image,
        anew: true,
      };
    },
    settle: () => {},
  };
}
