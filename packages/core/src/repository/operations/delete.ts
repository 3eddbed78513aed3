import { hasCode } from '../../errors/index.js';
import type { CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import type { GuardOptions } from '../guard.js';
import { onceOnly } from '../write/idempotency.js';
import { prepareDelete } from '../write/prepare-delete.js';
import { runWrite } from './write.js';

/** Deletes a row. `false`: there was none, and the caller said force. */
export async function remove(
  context: RepositoryContext,
  target: object,
  options: GuardOptions,
  scope: CallScope,
): Promise<boolean> {
  const prepared = prepareDelete(context, target, options);
  try {
    return await runWrite(prepared, onceOnly(options), scope);
  } catch (error) {
    if (options.force && hasCode(error, 'ENTITY_NOT_FOUND')) return false;
    throw error;
  }
}
