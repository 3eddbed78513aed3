import { type Finding, hasCode, type UpkeepTools } from '@tablewright/core';

/** What is wrong with the rows of one entity, rather than with the service or the call. */
const OF_ONE_ENTITY = ['CONGESTION', 'STORED_VALUE_INVALID', 'ROW_INVALID', 'LIMIT_EXCEEDED'] as const;

/** One entity that cannot be put right does not hold up the others: it is reported. */
export async function unlessUnsettled(
  tools: UpkeepTools,
  unsettled: Finding,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!OF_ONE_ENTITY.some((code) => hasCode(error, code))) throw error;
    await tools.report(unsettled);
  }
}
