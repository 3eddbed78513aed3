import type { Case } from './case.js';
import { batchCases } from './cases/batches.js';
import { blobCases } from './cases/blobs.js';
import { limitCases } from './cases/limits.js';
import { queryCases } from './cases/queries.js';
import { queueCases } from './cases/queues.js';
import { tableCases } from './cases/tables.js';
import { writeCases } from './cases/writes.js';

/** All cases, by what they are about. */
export const areas: readonly { readonly area: string; readonly cases: readonly Case[] }[] = [
  { area: 'Tables', cases: tableCases },
  { area: 'Limits of entities', cases: limitCases },
  { area: 'Writes', cases: writeCases },
  { area: 'Queries', cases: queryCases },
  { area: 'Transactions', cases: batchCases },
  { area: 'Queues', cases: queueCases },
  { area: 'Blobs', cases: blobCases },
];
