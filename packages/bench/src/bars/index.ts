import { azuriteGet, azuriteInsert, azuriteScan, azuriteTransaction } from './azurite.js';
import type { Bar } from './bar.js';
import { coldStart } from './cold-start.js';
import { decodeAgainstClassTransformer, decodeAgainstElectrodb } from './decode.js';
import { encode } from './encode.js';
import { get } from './get.js';
import { insert } from './insert.js';
import { latencyBatches } from './latency-batches.js';
import { latencyScan } from './latency-scan.js';
import { scan } from './scan.js';
import { transaction } from './transaction.js';

export type { Bar, BarResult, Bench, Figure } from './bar.js';

/** All bars, in the order in which they are reported. */
export const BARS: readonly Bar[] = [
  scan,
  transaction,
  get,
  insert,
  decodeAgainstClassTransformer,
  decodeAgainstElectrodb,
  encode,
  latencyScan,
  latencyBatches,
  coldStart,
  azuriteScan,
  azuriteTransaction,
  azuriteGet,
  azuriteInsert,
];
