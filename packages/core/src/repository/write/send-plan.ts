import { hasCode } from '../../errors/index.js';
import type { RowOperation, WritePlan } from '../../plan/index.js';
import {
  type CallScope,
  type Contention,
  checkOperations,
  type ServiceError,
  type TableStore,
} from '../../store/index.js';
import { type EtagOfRow, etagsByRow } from './etags-by-row.js';

/**
 * Sends a plan, with what has to be stored before it and what may go after it: 1 request for each. The new ETags of
 * the rows that there are then.
 */
export async function sendPlan(
  store: TableStore,
  plan: WritePlan,
  scope: CallScope,
  contended?: Contention,
): Promise<EtagOfRow> {
  const { before = [], after = [] } = plan;
  if (before.length > 0) for (const one of [...before, plan]) checkOperations(one, store.limits);
  const stored = new Map<string, string | undefined>();
  const begun: WritePlan[] = [];
  let etags: readonly (string | undefined)[];
  try {
    for (const first of before) {
      begun.push(first);
      const fresh = await storeFirst(store, first, scope);
      for (const [index, { row }] of first.operations.entries()) stored.set(row.rowKey, fresh[index]);
    }
    etags = await store.write(atVersions(plan, stored), scope, contended);
  } catch (error) {
    // A write of unknown outcome may yet have been applied: then its rows are needed.
    if (!hasCode(error, 'OUTCOME_UNKNOWN')) await removeAll(store, begun.map(undone), scope);
    throw error;
  }
  await removeAll(store, after, scope);
  return etagsByRow(plan, etags, stored);
}

/** Rows that were just stored are held as they were stored: what came of a request that arrived late will not do. */
function atVersions(plan: WritePlan, stored: ReadonlyMap<string, string | undefined>): WritePlan {
  if (stored.size === 0) return plan;
  const operations = plan.operations.map((operation) => {
    const etag = stored.get(operation.row.rowKey);
    return etag !== undefined && 'ifMatch' in operation ? { ...operation, ifMatch: etag } : operation;
  });
  return { ...plan, operations };
}

/** Nobody reads these rows: whether they are stored or not, the entity is as it was, and that is no doubt. */
async function storeFirst(
  store: TableStore,
  first: WritePlan,
  scope: CallScope,
): Promise<readonly (string | undefined)[]> {
  try {
    return await store.write(first, scope);
  } catch (error) {
    if (!hasCode(error, 'OUTCOME_UNKNOWN')) throw error;
    const { cause } = error as Error;
    // Their names are fresh: who was faster was an earlier attempt of our own. The versions are not known then.
    if (hasCode(cause, 'ENTITY_EXISTS')) return [];
    throw cause;
  }
}

/** The rows that a plan made go again. */
function undone(plan: WritePlan): WritePlan {
  const operations = plan.operations.map(({ row }): RowOperation => ({ kind: 'delete', row, ifMatch: '*' }));
  return { ...plan, operations };
}

/** Nobody reads these rows. So what cannot be removed now changes nothing, and is left to `repair`. */
async function removeAll(store: TableStore, plans: readonly WritePlan[], scope: CallScope): Promise<void> {
  for (const plan of plans) {
    let { operations } = plan;
    while (operations.length > 0 && !scope.ended()) {
      try {
        await store.write({ ...plan, operations }, scope);
        break;
      } catch (error) {
        // Somebody else removed this one.
        const gone = hasCode(error, 'ENTITY_NOT_FOUND')
          ? ((error as ServiceError).details.index ?? 0)
          : undefined;
        if (gone === undefined) return;
        operations = operations.toSpliced(gone, 1);
      }
    }
  }
}
