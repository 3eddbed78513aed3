import { hasCode } from '../../../errors/index.js';
import type { RowOperation } from '../../../plan/index.js';
import type { ServiceError } from '../../../store/index.js';
import type { Task } from '../task.js';

/** Operations of one partition that only make sense together. */
export interface Mend {
  readonly operations: readonly RowOperation[];
}

export interface SentMends<M> {
  readonly sent: readonly M[];
  /** Others were faster, or nobody knows: each has to be looked at again. */
  readonly refused: readonly M[];
}

/**
 * Sends mends of one partition, as many in each transaction as fit: 1 request for each, and 1 more for each
 * mend that is refused. Every mend is guarded by the versions of the rows that it was worked out from, so one
 * that is applied late, after its reply was lost, is as right as one that is applied at once.
 */
export async function sendMends<M extends Mend>(task: Task, mends: readonly M[]): Promise<SentMends<M>> {
  const sent: M[] = [];
  const refused: M[] = [];
  let waiting = mends;
  while (waiting.length > 0) {
    const { pack, rest } = takePack(waiting, task.context.store.limits.transactionOperations);
    const failed = await sendPack(task, pack);
    if (failed === undefined) sent.push(...pack);
    else if (failed === 'all') refused.push(...pack);
    else refused.push(pack[failed]!);
    waiting = typeof failed === 'number' ? [...pack.toSpliced(failed, 1), ...rest] : rest;
  }
  return { sent, refused };
}

/** The first mends that fit into one transaction, no row twice. */
function takePack<M extends Mend>(mends: readonly M[], most: number): { pack: M[]; rest: M[] } {
  const pack: M[] = [];
  const rest: M[] = [];
  const rows = new Set<string>();
  let full = false;
  for (const mend of mends) {
    const keys = mend.operations.map(({ row }) => row.rowKey);
    full ||= pack.length > 0 && rows.size + keys.length > most;
    if (full || keys.some((key) => rows.has(key))) rest.push(mend);
    else {
      pack.push(mend);
      for (const key of keys) rows.add(key);
    }
  }
  return { pack, rest };
}

/** `undefined`: applied. Otherwise which mend was refused, or all of them. */
async function sendPack(task: Task, pack: readonly Mend[]): Promise<number | 'all' | undefined> {
  const operations = pack.flatMap((mend) => mend.operations);
  try {
    await sendOperations(task, operations);
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return ownerOf(pack, error.details.index ?? 0) ?? 'all';
    if (isOpen(task, error) || isUnsendable(error)) return 'all';
    throw error;
  }
}

/** Some operations of one partition: 1 request. */
export async function sendOperations(
  { context: { model, table, store }, scope }: Task,
  operations: readonly RowOperation[],
): Promise<readonly (string | undefined)[]> {
  return store.write({ kind: 'write', entity: model.name, table, operations }, scope);
}

/** The service looked at the rows and said no: they are not as they were. */
export function isRefusal(error: unknown): error is ServiceError {
  return (
    hasCode(error, 'ENTITY_EXISTS') || hasCode(error, 'ENTITY_CHANGED') || hasCode(error, 'ENTITY_NOT_FOUND')
  );
}

/** Whether it was applied is not known, and looking again will tell. */
export function isOpen({ scope }: Task, error: unknown): boolean {
  return hasCode(error, 'OUTCOME_UNKNOWN') && !scope.ended();
}

/** Too large for a transaction, or not a row that the service takes. Nothing was sent. */
export function isUnsendable(error: unknown): boolean {
  return hasCode(error, 'LIMIT_EXCEEDED') || hasCode(error, 'ROW_INVALID');
}

function ownerOf(pack: readonly Mend[], index: number): number | undefined {
  let end = 0;
  for (const [owner, { operations }] of pack.entries()) {
    end += operations.length;
    if (index < end) return owner;
  }
  return undefined;
}
