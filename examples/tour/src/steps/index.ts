import type { Step } from '../step.js';
import { badInput } from './bad-input.js';
import { blindOverwrite } from './blind-overwrite.js';
import { building } from './building.js';
import { bulk } from './bulk.js';
import { conflict } from './conflict.js';
import { crash } from './crash.js';
import { dataSeries } from './data-series.js';
import { declare } from './declare.js';
import { deletion } from './delete.js';
import { denormalization } from './denormalization.js';
import { explain } from './explain.js';
import { family } from './family.js';
import { get } from './get.js';
import { indexEntities } from './index-entities.js';
import { indexUse } from './index-use.js';
import { inheritance } from './inheritance.js';
import { insert } from './insert.js';
import { interPartitionIndex } from './inter-partition-index.js';
import { logTail } from './log-tail.js';
import { lostReply } from './lost-reply.js';
import { missing } from './missing.js';
import { mixed } from './mixed.js';
import { query } from './query.js';
import { relationships } from './relationships.js';
import { repairing } from './repair.js';
import { scan } from './scan.js';
import { summary } from './summary.js';
import { summaryOnParent } from './summary-on-parent.js';
import { transactions } from './transaction.js';
import { update } from './update.js';
import { upsert } from './upsert.js';
import { versions } from './versions.js';
import { wide } from './wide.js';

/** The tour, in its order. */
export const steps: readonly Step[] = [
  declare,
  insert,
  get,
  update,
  conflict,
  blindOverwrite,
  upsert,
  missing,
  lostReply,
  badInput,
  deletion,
  bulk,
  query,
  scan,
  transactions,
  building,
  indexUse,
  explain,
  repairing,
  mixed,
  versions,
  wide,
  logTail,
  inheritance,
  family,
  relationships,
  indexEntities,
  summary,
  summaryOnParent,
  denormalization,
  dataSeries,
  interPartitionIndex,
  crash,
];
