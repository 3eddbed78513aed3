import { OptionsError } from '../../errors/index.js';
import { type AccessPath, type Condition, planQuery, type QueryPlan } from '../../plan/index.js';
import { allOf } from './conditions.js';
import { rangeCondition } from './key-range.js';
import type { QuerySource } from './query-source.js';
import { fixedProperties, type QueryState } from './query-state.js';

/** The plan of a query: pure, nothing is sent. */
export function planOf(source: QuerySource, state: QueryState): QueryPlan {
  const { context, via } = source;
  const { model, codec, table, paths, patterns, store } = context;
  const { select, take, scan, unordered } = state;
  return planQuery({
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
