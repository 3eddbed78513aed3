import { malformed } from './refusal.js';

export interface RowAddress {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

const ADDRESS = /^([A-Za-z][A-Za-z0-9]{2,62})\(PartitionKey='((?:[^']|'')*)',RowKey='((?:[^']|'')*)'\)$/;

/** Reads `Employees(PartitionKey='Sales',RowKey='empid_000001')`, percent-encoded as it travels. */
export function addressOf(path: string): RowAddress | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw malformed('the path is not percent-encoded UTF-8');
  }
  const [, table, partitionKey, rowKey] = ADDRESS.exec(decoded) ?? [];
  if (table === undefined) return undefined;
  return { table, partitionKey: unquoted(partitionKey!), rowKey: unquoted(rowKey!) };
}

function unquoted(literal: string): string {
  return literal.replaceAll("''", "'");
}
