import type { Step } from '../step.js';
import { badInput } from './bad-input.js';
import { blindOverwrite } from './blind-overwrite.js';
import { conflict } from './conflict.js';
import { declare } from './declare.js';
import { deletion } from './delete.js';
import { get } from './get.js';
import { insert } from './insert.js';
import { lostReply } from './lost-reply.js';
import { missing } from './missing.js';
import { update } from './update.js';
import { upsert } from './upsert.js';

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
];
