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
  const plan = planQuery({
    entity: model.name,
    table,
    codec,
    paths,
    ...(via !== undefined && { via }),
    condition: wholeCondition(source, state),
    ...(select && { select }),
    wants: state.readonly || select ? 'copies' : source.wants,
    ...(take !== undefined && { take }),
    ...(scan && { scan }),
    ...(unordered && { unordered }),
    limits: store.limits,
    // The service sees one row at a time: it can tell nothing of an entity that takes several.
    ...((patterns.stages.length > 0 || patterns.split) && { opaqueColumns: true }),
    ...(patterns.split && { wholeRows: true }),
    ...(model.discriminator && { discriminator: model.discriminator }),
  });
  return patterns.split ? overRows(plan, context, patterns.split) : plan;
}

/** A point is a range where an entity may take several rows. */
function overRows(plan: QueryPlan, context: RepositoryContext, split: RowSplit): QueryPlan {
  const [primary] = context.paths;
  if (plan.path !== primary!.name) return plan;
  const parts = plan.parts.map((part) => {
    if (part.kind !== 'pointRead') return part;
    const { partitionKey, rowKey } = part;
    const to = { partitionKey, rowKey: split.endOf(rowKey) };
    return { ...rowsOfEntity(context, split, part), range: { from: { partitionKey, rowKey }, to } };
  });
  return { ...plan, parts, wholeRows: true };
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
