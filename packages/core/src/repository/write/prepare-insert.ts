import { EntityExistsError } from '../../store/index.js';
import { asInstance } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { assignAll } from './assign.js';
import { whenThere } from './awaitable.js';
import { insertRow } from './over-image.js';
import type { PreparedWrite } from './prepared.js';
import { remember } from './remember.js';
import { encodeStages } from './stages.js';

/** Adds a new row. */
export function prepareInsert<E extends object>(
  context: RepositoryContext<E>,
  input: object,
): PreparedWrite<E> {
  const entity = assignAll(context, asInstance(context.model, input));
  const encoded = context.codec.encode(entity);
  return {
    verb: 'insert',
    context,
    keys: encoded,
    entity,
    startsOver: false,
    change(image) {
      if (image) throw new EntityExistsError({ entity: context.model.name, table: context.table });
      return whenThere(encodeStages(context, encoded), insertRow);
    },
    settle: (etag, change, parts) =>
      remember(context, entity, encoded, { etag, raw: encoded.columns, parts, copied: change?.copied }),
  };
}
