import { checkRow, LimitError, type ServiceLimits, TransactionShapeError } from '../limits/index.js';
import type { WritePlan } from '../plan/index.js';

/** Everything that the service would refuse, found before anything is sent. */
export function checkOperations({ entity, operations }: WritePlan, limits: ServiceLimits): void {
  if (operations.length === 0) throw new TransactionShapeError('A transaction needs at least one operation.');
  if (operations.length > limits.transactionOperations) {
    throw new LimitError(
      `The transaction has ${operations.length} operations; the service takes ${limits.transactionOperations}.`,
      {
        limit: 'TRANSACTION_OPERATIONS',
        most: limits.transactionOperations,
        actual: operations.length,
      },
    );
  }
  for (const { row } of operations) checkRow(row, limits, entity);
  if (operations.length > 1) checkTogether(operations);
}

function checkTogether(operations: WritePlan['operations']): void {
  const partition = operations[0]!.row.partitionKey;
  const seen = new Set<string>();
  operations.forEach(({ row }, index) => {
    if (row.partitionKey !== partition) {
      throw new TransactionShapeError(
        `Operation ${index} is in another partition: a transaction stays within one.`,
        index,
      );
    }
    if (seen.has(row.rowKey)) {
      throw new TransactionShapeError(
        `Operation ${index} touches a row that an earlier one touches: a transaction has each row once.`,
        index,
      );
    }
    seen.add(row.rowKey);
  });
}
