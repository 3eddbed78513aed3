import type { Cell } from './columns.js';

/** Cells that stand in columns with those of the other entries, or a remark of its own width. */
export type PlanEntry = readonly Cell[] | string;

/** The writes of a larger transaction are counted, not listed. */
export const FEW = 4;
