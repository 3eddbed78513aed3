import {
  checkRow,
  checkTableName,
  isEtag,
  LimitError,
  type ServiceLimits,
  TransactionShapeError,
} from '../limits/index.js';
import { createsRow, type RowOperation, type WritePlan } from '../plan/index.js';

/** Everything that the service would refuse, found before anything is sent. */
export function checkOperations(
  { entity, table, operations, purposes }: WritePlan,
  limits: ServiceLimits,
): void {
  checkTableName(table);
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
  for (let index = 0; index < operations.length; index++) {
    const operation = operations[index]!;
    checkKind(operation);
    try {
      checkRow(operation.row, limits, entity);
    } catch (error) {
      // Which of the writes it is, is worked out only for one that is refused.
      const purpose = purposes?.[index];
      if (!purpose) throw error;
      checkRow(operation.row, limits, `${purpose.entity} (write ${purpose.item}: ${purpose.verb})`);
      throw error;
    }
  }
  if (operations.length > 1) checkTogether(operations);
}

const KINDS: ReadonlySet<string> = new Set<RowOperation['kind']>([
  'insert',
  'replace',
  'merge',
  'upsertReplace',
  'upsertMerge',
  'delete',
]);

function checkKind(operation: RowOperation): void {
  if (!KINDS.has(operation.kind)) throw new TransactionShapeError('There is no such kind of operation.');
  if (createsRow(operation)) return;
  const { ifMatch } = operation as { readonly ifMatch?: unknown };
  if (ifMatch !== '*' && !isEtag(ifMatch)) {
    throw new TransactionShapeError('An operation on an existing row needs its ETag, or * for any version.');
  }
}

function checkTogether(operations: WritePlan['operations']): void {
  const partition = operations[0]!.row.partitionKey;
  let seen: Set<string> | undefined;
  for (let index = 1; index < operations.length; index++) {
    const { row } = operations[index]!;
    if (row.partitionKey !== partition) {
      throw new TransactionShapeError(
        `Operation ${index} is in another partition: a transaction stays within one.`,
        index,
      );
    }
    // Keys that only grow are all different: they are looked up from where they stop growing.
    if (seen === undefined) {
      if (row.rowKey > operations[index - 1]!.row.rowKey) continue;
      seen = new Set(operations.slice(0, index).map((earlier) => earlier.row.rowKey));
    }
    if (seen.add(row.rowKey).size === index) {
      throw new TransactionShapeError(
        `Operation ${index} touches a row that an earlier one touches: a transaction has each row once.`,
        index,
      );
    }
  }
}
