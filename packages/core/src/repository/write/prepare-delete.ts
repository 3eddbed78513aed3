import { emptyColumns } from '../../edm/index.js';
import { refuseView } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { checkSameKey, type GuardOptions, guardOf, ownStamp } from '../guard.js';
import { addressOf } from '../point-read.js';
import { imageOfStamp, rowOf, wholeStamp } from './image.js';
import { requireImage } from './over-image.js';
import type { PreparedWrite } from './prepared.js';
import { seenOf } from './seen.js';

/** Deletes a row. `false`: there was none, and the caller said force. */
export function prepareDelete(
  context: RepositoryContext,
  target: object,
  options: GuardOptions,
): PreparedWrite<boolean> {
  refuseView(context.model, target);
  const keys = addressOf(context, target);
  checkSameKey(context, target, keys);
  const ifMatch = guardOf(context, 'delete', target, options);
  const loaded = wholeStamp(context, ownStamp(context, target), ifMatch);
  const readsBecause = loaded ? undefined : context.looksFirst;
  const seen = options.ifMatch === undefined ? seenOf(context, loaded) : undefined;
  const row = rowOf(keys, emptyColumns(), context.model.types);
  return {
    verb: 'delete',
    context,
    keys,
    ...(readsBecause !== undefined && { readsBecause }),
    seen,
    storesAnew: ifMatch === '*',
    startsOver: ifMatch === '*',
    change(image) {
      const known = loaded && context.looksFirst ? imageOfStamp(context, loaded) : undefined;
      const current = image === undefined ? known : image;
      if (current === undefined && readsBecause === undefined) {
        return { primary: { kind: 'delete', row, ifMatch } };
      }
      if (!current && ifMatch === '*') return undefined;
      const before = requireImage(context, current, ifMatch, seen);
      return { primary: { kind: 'delete', row, ifMatch: before.etag }, before };
    },
    settle: (_, change) => change !== undefined,
  };
}
