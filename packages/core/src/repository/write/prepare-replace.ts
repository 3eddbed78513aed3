import { asInstance } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { checkSameKey, type GuardOptions, guardOf, ownStamp } from '../guard.js';
import { whenThere } from './awaitable.js';
import { imageOfStamp, wholeStamp } from './image.js';
import { replaceRow, requireImage } from './over-image.js';
import type { PreparedWrite } from './prepared.js';
import { remember } from './remember.js';
import { seenOf } from './seen.js';
import { encodeStages } from './stages.js';

/** Makes an existing row exactly this entity. */
export function prepareReplace<E extends object>(
  context: RepositoryContext<E>,
  input: object,
  options: GuardOptions,
): PreparedWrite<E> {
  const entity = asInstance(context.model, input);
  const encoded = context.codec.encode(entity);
  checkSameKey(context, entity, encoded);
  const ifMatch = guardOf(context, 'replace', entity, options);
  const loaded = wholeStamp(context, ownStamp(context, entity), ifMatch);
  const readsBecause = loaded ? undefined : context.looksFirst;
  const seen = options.ifMatch === undefined ? seenOf(context, loaded) : undefined;
  return {
    verb: 'replace',
    context,
    keys: encoded,
    entity,
    ...(readsBecause !== undefined && { readsBecause }),
    seen,
    storesAnew: ifMatch === '*',
    startsOver: ifMatch === '*',
    change: (image) =>
      whenThere(encodeStages(context, encoded), (row) => {
        const known = loaded && context.looksFirst ? imageOfStamp(context, loaded) : undefined;
        const current = image === undefined ? known : image;
        if (current !== undefined || readsBecause !== undefined) {
          return replaceRow(requireImage(context, current, ifMatch, seen), row);
        }
        return { primary: { kind: 'replace', row, ifMatch }, after: row };
      }),
    settle: (etag, change, parts) =>
      remember(context, entity, encoded, { etag, raw: encoded.columns, parts, copied: change?.copied }),
  };
}
