import { OptionsError } from '../../errors/index.js';
import {
  type AccessPath,
  type Condition,
  planQuery,
  type QueryPlan,
  type RowSplit,
} from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { rowsOfEntity } from '../split/index.js';
import { allOf } from './conditions.js';
import { rangeCondition } from './key-range.js';
import type { QuerySource } from './query-source.js';
import { fixedProperties, type QueryState } from './query-state.js';

/** The plan of a query: pure, nothing is sent. */
export function planOf(source: QuerySource, state: QueryState): QueryPlan {
  const { context, via } = source;
  const { model, codec, table, paths, patterns, store } = context;
  const { select, take, scan, unordered } = state;
  const condition = wholeCondition(source, state);
  const plan = planQuery({
    entity: model.name,
    table,
    codec,
    paths,
    ...(via !== undefined && { via }),
    condition,
    ...(select && { select }),
    wants: !source.verified && (state.readonly || select) ? 'copies' : source.wants,
    ...(take !== undefined && { take }),
    ...(scan && { scan }),
    ...(unordered && { unordered }),
    limits: store.limits,
    // The service sees one row at a time: it can tell nothing of an entity that takes several.
    ...((patterns.stages.length > 0 || patterns.split) && { opaqueColumns: true }),
    ...(patterns.split && { wholeRows: true }),
    ...(model.discriminator && { discriminator: model.discriminator }),
  });
  return patterns.split ? overRows(plan, context, patterns.split, condition) : plan;
}

/**
 * A point is a range where an entity may take several rows. Other entities may lie in it, whose keys only begin like
 * that one: so the conditions are checked on what was read.
 */
function overRows(
  plan: QueryPlan,
  context: RepositoryContext,
  split: RowSplit,
  condition: Condition,
): QueryPlan {
  const [primary] = context.paths;
  if (plan.path !== primary!.name) return plan;
  const points = plan.parts.some(({ kind }) => kind === 'pointRead');
  const parts = plan.parts.map((part) => {
    if (part.kind !== 'pointRead') return part;
    const { partitionKey, rowKey } = part;
    const to = { partitionKey, rowKey: split.endOf(rowKey) };
    return { ...rowsOfEntity(context, split, part), range: { from: { partitionKey, rowKey }, to } };
  });
  return { ...plan, parts, ...(points && { residual: condition }), wholeRows: true };
}

/** The path whose keys the builder's arguments speak of. */
export function ownPath({ context, via }: QuerySource): AccessPath {
  const path = via === undefined ? context.paths[0] : context.paths.find(({ name }) => name === via);
  if (path) return path;
  throw new OptionsError('via', `${context.model.name} has no index called '${String(via)}'.`);
}

function wholeCondition(source: QuerySource, { conditions, ranges }: QueryState): Condition {
  const fixed = fixedProperties(conditions);
  const { row } = ownPath(source);
  const more = ranges.map((range) => rangeCondition(range, row, fixed, source.context.model.name));
  return allOf([...conditions, ...more]);
}
