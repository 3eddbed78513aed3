import type { WritePlan } from '../../../plan/index.js';
import type { TableStore } from '../../../store/index.js';

/** More than what surrounds an operation, its path and its columns left out. */
const PART = 1_024;
/** More than what surrounds the name and the value of a column, its type included; and than any number. */
const COLUMN = 128;
/** A code unit is never longer: `\uXXXX` in JSON, `%XX%XX%XX` in an address. A name may be there twice. */
const IN_JSON = 6;
const IN_PATH = 9;

/** Whether a transaction is so far from its limit that its size need not be worked out. */
export function surelyFits({ operations, table }: WritePlan, { url, limits }: TableStore): boolean {
  let most = PART + operations.length * (PART + url.length + IN_PATH * table.length);
  for (const operation of operations) {
    const { partitionKey, rowKey, columns } = operation.row;
    most += (IN_PATH + IN_JSON) * (partitionKey.length + rowKey.length);
    if ('ifMatch' in operation) most += IN_PATH * operation.ifMatch.length;
    for (const name in columns) {
      const value = columns[name];
      const length = typeof value === 'string' ? value.length : 0;
      most += COLUMN + IN_JSON * (2 * name.length + length);
    }
  }
  return most <= limits.transactionBytes;
}
