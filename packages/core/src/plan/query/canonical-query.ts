import { canonicalCondition } from './meaning/canonical-condition.js';
import type { QueryPlan } from './query-plan.js';

/**
 * A text of everything that decides the result of a plan. Equal texts mean equal results, so a continuation
 * token that is bound to it cannot go on with another query. It holds values: hash it before it leaves.
 */
export function canonicalQuery(plan: QueryPlan): string {
  const { entity, table, path, access, fetchPrimary, select, take, residual } = plan;
  const parts = plan.parts.map((part) =>
    part.kind === 'scan'
      ? [part.table, part.filter ?? null, part.select ?? null]
      : [part.table, part.partitionKey, part.rowKey, part.select ?? null],
  );
  const rest = residual === undefined ? null : canonicalCondition(residual);
  return JSON.stringify([
    entity,
    table,
    path,
    access,
    fetchPrimary,
    select ?? null,
    take ?? null,
    rest,
    parts,
  ]);
}
