import { OptionsError } from '../../errors/index.js';
import type { Change } from '../../plan/index.js';
import { refuseView } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { addressOf } from '../point-read.js';
import { UNSEEN_ETAG, Written } from '../stamp.js';
import { applyChanges, type ChangeSet, encodeChanges, settleChanges } from './changes.js';
import { type Image, rowOf } from './image.js';
import { changeColumns, requireImage, restage } from './over-image.js';
import type { PreparedWrite } from './prepared.js';
import { decodeStages } from './stages.js';

/**
 * Writes some columns of a row that was not read. One merge, unless the row has to be looked at first:
 * because columns go away, because stored getters depend on what changes, or because something is derived.
 */
export function prepareUpdateByKey(
  context: RepositoryContext,
  key: object,
  changes: ChangeSet | undefined,
  guard: string | undefined,
): PreparedWrite<Written> {
  refuseView(context.model, key);
  const keys = addressOf(context, key);
  if (changes === undefined) {
    throw new OptionsError('changes', `${context.model.name}: to update by key, say what changes.`);
  }
  const ifMatch = guard ?? '*';
  const diff = encodeChanges(context, changes);
  const { model, codec, patterns } = context;
  const computed = model.columns.some((property) => property.computed);
  const readsBecause =
    context.looksFirst ??
    (computed ? 'stored getters depend on what changes' : undefined) ??
    (diff.removed.length > 0 ? 'a value is taken away, which a merge cannot do' : undefined);

  /** Stored getters and encoded rows have to be worked out from the whole entity. */
  const changeEntity = async (image: Image): Promise<Change | undefined> => {
    const raw = await decodeStages(context, image.columns);
    const entity = codec.decode(raw, keys);
    applyChanges(entity, settleChanges(context, changes));
    const wanted = codec.encode(entity);
    if (patterns.stages.length > 0) return restage(context, image, wanted);
    return changeColumns(context, image, codec.diff(raw, wanted));
  };

  return {
    verb: 'update',
    context,
    keys,
    ...(readsBecause !== undefined && { readsBecause }),
    startsOver: ifMatch === '*',
    change(image) {
      if (image === undefined && readsBecause === undefined) {
        return { primary: { kind: 'merge', row: rowOf(keys, diff.columns, model.types), ifMatch } };
      }
      const current = requireImage(context, image, ifMatch);
      const whole = computed || patterns.stages.length > 0 || model.version !== undefined;
      return whole ? changeEntity(current) : changeColumns(context, current, diff);
    },
    settle: (etag) => new Written(etag ?? UNSEEN_ETAG),
  };
}
