import type { CallScope } from '../../store/index.js';
import { type CommitOptions, commit } from '../write/commit.js';
import type { PreparedWrite } from '../write/prepared.js';

/** Sends one prepared write. */
export async function runWrite<R>(
  prepared: PreparedWrite<R>,
  options: CommitOptions,
  scope: CallScope,
): Promise<R> {
  const [result] = await commit([prepared], options, scope);
  return result as R;
}
