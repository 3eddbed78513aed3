import { OptionsError } from '../../errors/index.js';
import { tableFor } from './access-path.js';
import { columnsOf, propertiesOf } from './columns.js';
import type { Condition } from './condition.js';
import { ConditionError, IndexLacksPropertyError, OrderUnavailableError } from './errors.js';
import { readCondition } from './meaning/read-condition.js';
import { isAlways, simplify } from './meaning/simplify.js';
import { type Part, partsOf } from './parts.js';
import type { Candidate } from './paths/candidate.js';
import { choosePath } from './paths/choose.js';
import type { QueryInput } from './query-input.js';
import type { Cost, QueryPlan } from './query-plan.js';
import { recheckOf } from './recheck.js';
import { whyOf } from './why.js';

/**
 * Plans a query: which path, which keys and filters, and what is left to check on each entity. Sends nothing.
 *
 * Throws ConditionError or ValueError for what cannot be asked, ScanRefusedError where only an unasked scan
 * would serve, PathNotReadyError, IndexLacksPropertyError, QueryTooLargeError and OrderUnavailableError.
 */
export function planQuery(input: QueryInput): QueryPlan {
  const { entity, codec, select, take } = input;
  checkOptions(input);
  const condition = simplify(codec, readCondition(codec, input.condition));
  const candidate = choosePath(input, condition);
  const { parts, residual } = partsOf(input, candidate);
  checkOrder(input, parts);
  const fetchPrimary = parts.length > 0 && mustFetch(input, candidate, residual);
  const check = fetchPrimary ? condition : residual;
  const columns =
    select && !fetchPrimary && !(input.wholeRows && candidate.path === input.paths[0])
      ? columnsOf(codec, candidate, [...select, ...propertiesOf(check)], input.discriminator?.column)
      : undefined;
  const recheck = fetchPrimary ? undefined : recheckOf(codec, candidate, condition);
  const requests = costOf(parts, fetchPrimary || recheck !== undefined);
  return {
    kind: 'query',
    entity,
    table: tableFor(candidate.path.table, input.table),
    path: candidate.path.name,
    access: candidate.access,
    parts: columns ? parts.map((part) => ({ ...part, select: columns })) : parts,
    fetchPrimary,
    ...(parts.length > 0 && !isAlways(check) && { residual: check }),
    ...(parts.length > 0 && recheck && { recheck }),
    ...(select && { select: [...select] }),
    ...(take !== undefined && { take }),
    requests,
    transactions: requests,
    why: whyOf(input, candidate, fetchPrimary),
  };
}

function checkOptions({ entity, codec, select, take }: QueryInput): void {
  if (take !== undefined && !(Number.isSafeInteger(take) && take > 0)) {
    throw new OptionsError('take', `${entity}: take needs a whole number from 1 up.`);
  }
  const unknown = select?.find((name) => codec.property(name) === undefined);
  if (unknown === undefined) return;
  throw new ConditionError(`${entity} does not map '${String(unknown)}', so it cannot be selected.`, {
    entity,
    rule: 'PROPERTY_UNKNOWN',
    property: String(unknown),
  });
}

/** Without order, the first rows are any rows; with point reads, all rows are there to be sorted. */
function checkOrder({ entity, limits, take, unordered }: QueryInput, parts: readonly Part[]): void {
  if (limits.profile !== 'cosmos' || take === undefined || unordered) return;
  if (parts.some(({ kind }) => kind === 'scan')) throw new OrderUnavailableError(entity, limits.profile);
}

/** Whether the path's own rows are not enough: entities are wanted, or the copies lack a property. */
function mustFetch(input: QueryInput, { path }: Candidate, residual: Condition): boolean {
  const { entity, codec, paths, via, wants, select } = input;
  if (path === paths[0]) return false;
  if (wants === 'entities') return true;
  const named = via === path.name;
  const wanted = select ?? (named ? [] : codec.model.properties.keys());
  for (const property of [...wanted, ...propertiesOf(residual)]) {
    if (path.carries?.has(property) ?? true) continue;
    if (named) throw new IndexLacksPropertyError(entity, path.name, property);
    return true;
  }
  return false;
}

function costOf(parts: readonly Part[], mayFetch: boolean): Cost {
  const least = parts.length;
  if (parts.some(({ kind }) => kind === 'scan')) return { least };
  return { least, most: mayFetch ? 2 * least : least };
}
