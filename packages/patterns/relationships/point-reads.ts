import type { Explanation, PointReadPlan, RepositoryContext } from '@tablewright/core';

/** Where a row is, as text: neither key can hold a NUL. */
export function addressOf({ codec }: RepositoryContext, key: object): string {
  const { partitionKey, rowKey } = codec.keys(key);
  return `${partitionKey}\0${rowKey}`;
}

/** One point read for each distinct key. */
export function explainReads(context: RepositoryContext, keys: Iterable<object>, why: string): Explanation {
  const { model, table } = context;
  const reads = new Map<string, PointReadPlan>();
  for (const key of keys) {
    const { partitionKey, rowKey } = context.codec.keys(key);
    const read = { kind: 'pointRead', entity: model.name, table, partitionKey, rowKey } as const;
    reads.set(addressOf(context, key), read);
  }
  const requests = { least: reads.size, most: reads.size };
  return { reads: [...reads.values()], open: [], requests, transactions: requests, why };
}

/** Before the items are known. */
export function explainUnknown(open: string, why: string): Explanation {
  const requests = { least: 0 };
  return { reads: [], open: [open], requests, transactions: requests, why };
}
