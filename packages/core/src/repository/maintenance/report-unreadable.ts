import type { StoredRow } from '../../edm/index.js';
import type { Derivation } from '../../plan/index.js';
import type { Task } from './task.js';

/** Once for each derivation that cannot be worked out for this entity. */
export async function reportUnreadable(
  task: Task,
  { partitionKey, rowKey }: StoredRow,
  derivations: readonly Derivation[],
): Promise<void> {
  for (const { name } of derivations) {
    await task.tally.report({ kind: 'unreadable', derivation: name, partitionKey, rowKey, primary: rowKey });
  }
}
