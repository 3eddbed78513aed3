import { limitsOf } from '../../../src/limits/index.js';
import {
  ALWAYS,
  type Comparison,
  type Condition,
  planQuery,
  primaryPath,
  type QueryInput,
  type QueryPlan,
} from '../../../src/plan/index.js';

/** A plan with the usual surroundings; what matters is named by each test. */
export function plan(
  input: Pick<QueryInput, 'codec'> & Partial<QueryInput>,
  condition: Condition = ALWAYS,
): QueryPlan {
  const { model } = input.codec;
  return planQuery({
    entity: model.name,
    table: 'Things',
    paths: [primaryPath(model)],
    condition,
    wants: 'entities',
    limits: limitsOf('storage'),
    ...input,
  });
}

export const is = (property: string, comparison: Comparison, value: unknown): Condition => ({
  kind: 'compare',
  property,
  comparison,
  value,
});
export const eq = (property: string, value: unknown) => is(property, 'eq', value);
export const absent = (property: string): Condition => ({ kind: 'absent', property });
export const and = (...all: Condition[]): Condition => ({ kind: 'and', all });
export const or = (...any: Condition[]): Condition => ({ kind: 'or', any });
export const not = (condition: Condition): Condition => ({ kind: 'not', condition });
export const oneOf = (property: string, values: readonly unknown[]) =>
  or(...values.map((value) => eq(property, value)));

export function filters({ parts }: QueryPlan): (string | undefined)[] {
  return parts.map((part) => (part.kind === 'scan' ? part.filter : `${part.partitionKey}|${part.rowKey}`));
}

/** The comparisons in a filter, by their words outside of text. */
export function comparisonsIn(filter: string): number {
  return filter.replace(/'(?:[^']|'')*'/g, "''").match(/ (?:eq|ne|gt|ge|lt|le) /g)?.length ?? 0;
}
