import type { ReadRow } from '../store/index.js';
import type { RepositoryContext } from './context.js';
import { decodeStages } from './write/stages.js';

/** The same row in the form that the codec knows. */
export async function decodedRow(context: RepositoryContext, row: ReadRow): Promise<ReadRow> {
  // Taken before, because they are worked out from a raw row that a stage may change. And no spread: it would
  // lose what is worked out.
  const { etag, origin, partitionKey, rowKey } = row;
  return { raw: await decodeStages(context, row.raw), etag, origin, partitionKey, rowKey };
}
