import { tableFor } from '@tablewright/core';
import type { Known } from './known.js';

/** The table of the rows that follow. */
export function targetTable({ context, derivation }: Known): string {
  return tableFor(derivation.table, context.table);
}
