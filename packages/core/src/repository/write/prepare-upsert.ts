import { OptionsError } from '../../errors/index.js';
import type { Change } from '../../plan/index.js';
import { EntityExistsError } from '../../store/index.js';
import { asInstance } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { checkSameKey } from '../guard.js';
import { assignAll } from './assign.js';
import { type Awaitable, whenThere } from './awaitable.js';
import { insertRow, mergeEntity, replaceEntity, requireImage, whyKeep } from './over-image.js';
import type { PreparedWrite } from './prepared.js';
import { remember } from './remember.js';
import { encodeStages } from './stages.js';

export type UpsertMode = 'merge' | 'replace';

/** Writes the entity whether or not its row exists. */
export function prepareUpsert<E extends object>(
  context: RepositoryContext<E>,
  input: object,
  mode: UpsertMode,
): PreparedWrite<E> {
  if (mode !== 'merge' && mode !== 'replace') {
    throw new OptionsError('mode', "mode is 'merge' or 'replace'.");
  }
  const entity = assignAll(context, asInstance(context.model, input));
  const encoded = context.codec.encode(entity);
  checkSameKey(context, entity, encoded);
  const readsBecause = context.looksFirst ?? (mode === 'replace' ? whyKeep(context) : undefined);
  return {
    verb: 'upsert',
    context,
    keys: encoded,
    entity,
    ...(readsBecause !== undefined && { readsBecause }),
    storesAnew: mode === 'replace',
    startsOver: true,
    change: (image) =>
      whenThere(encodeStages(context, encoded), (row): Awaitable<Change> => {
        if (image) {
          // A row of another type: neither ours to write over, nor absent.
          if (!context.codec.accepts(image.columns)) {
            throw new EntityExistsError({ entity: context.model.name, table: context.table });
          }
          requireImage(context, image, '*');
          return mode === 'replace'
            ? replaceEntity(context, image, row)
            : mergeEntity(context, image, encoded);
        }
        if (image === null || readsBecause !== undefined) return insertRow(row);
        return { primary: { kind: mode === 'merge' ? 'upsertMerge' : 'upsertReplace', row }, after: row };
      }),
    settle: (etag, change, parts) => {
      const partial = mode === 'merge';
      const { columns: raw } = encoded;
      return remember(context, entity, encoded, { etag, raw, partial, parts, copied: change?.copied });
    },
  };
}
