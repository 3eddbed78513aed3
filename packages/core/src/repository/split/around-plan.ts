import type { RowOperation, SplitWrite, WritePlan } from '../../plan/index.js';
import { BatchSize } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';

/** What a plan has to say of entities that take several rows. */
export function aroundPlan(
  splits: ReadonlyMap<number, SplitWrite>,
  { entity, table }: WritePlan,
  context: RepositoryContext,
): Pick<WritePlan, 'parts' | 'before' | 'after'> {
  const cut = (which: 'before' | 'after'): readonly WritePlan[] => {
    const operations = [...splits.values()].flatMap((split) => split[which]);
    return intoTransactions(operations, context).map((some) => ({
      kind: 'write',
      entity,
      table,
      operations: some,
    }));
  };
  const [before, after] = [cut('before'), cut('after')];
  return {
    parts: new Map([...splits].map(([item, { parts }]) => [item, parts])),
    ...(before.length > 0 && { before }),
    ...(after.length > 0 && { after }),
  };
}

/** Whether all rows of a plan go into one transaction. */
export function fitsTransaction(
  { operations, table }: Pick<WritePlan, 'operations' | 'table'>,
  { store }: RepositoryContext,
): boolean {
  const { transactionOperations, transactionBytes } = store.limits;
  if (operations.length > transactionOperations) return false;
  return operations.length < 2 || new BatchSize(store, table).of(operations) <= transactionBytes;
}

/** Operations of one partition, in their order, as few transactions as hold them. */
function intoTransactions(
  operations: readonly RowOperation[],
  { store, table }: RepositoryContext,
): readonly (readonly RowOperation[])[] {
  const { transactionOperations, transactionBytes } = store.limits;
  if (operations.length === 0) return [];
  const size = new BatchSize(store, table);
  const transactions: RowOperation[][] = [];
  let open: RowOperation[] = [];
  for (const operation of operations) {
    const longer = [...open, operation];
    const fits = longer.length <= transactionOperations && size.of(longer) <= transactionBytes;
    if (fits || open.length === 0) open = longer;
    else {
      transactions.push(open);
      open = [operation];
    }
  }
  return [...transactions, open];
}
