import { hasCode } from '../../../errors/index.js';
import { type CallScope, type ServiceDetails, ServiceError } from '../../../store/index.js';
import { failed, type Pending } from '../pending.js';
import type { GroupSent } from './group-sent.js';
import { itemError } from './item-error.js';

/** Why a transaction was not applied, or perhaps not. */
export interface Failure {
  readonly error: unknown;
  /** The item at fault, by its place in the transaction, where that is known. */
  readonly item?: number;
}

/** Not about any row: sending fewer of them would not help. */
const ABOUT_NO_ITEM = [
  'OUTCOME_UNKNOWN',
  'THROTTLED',
  'SERVICE_UNAVAILABLE',
  'NETWORK_FAILED',
  'AUTHENTICATION_FAILED',
  'REPLY_INVALID',
  'TABLE_NOT_FOUND',
  'TABLE_BEING_DELETED',
];

/**
 * Whose failure it is. An item that is known to be at fault takes it alone, and the others are sent again without
 * it. What is about no item is everybody's. Otherwise the group is divided, until the item is alone.
 */
export function settleFailure(failure: Failure, part: readonly Pending[], scope: CallScope): GroupSent {
  const { error } = failure;
  const tried = part.length;
  const again = (kind: GroupSent['kind']): GroupSent => ({ verdicts: [], left: part, tried, kind });
  const everybody = (): GroupSent => {
    return { verdicts: part.map((pending) => failed(pending, error)), left: [], tried, kind: 'sent' };
  };
  if (hasCode(error, 'OUTCOME_UNKNOWN')) return everybody();
  if (scope.ended()) return again('sent');
  if (ABOUT_NO_ITEM.some((code) => hasCode(error, code))) return everybody();
  const item = failure.item ?? namedItem(error);
  const culprit = item === undefined ? undefined : part[item];
  if (culprit) {
    const verdicts = [failed(culprit, itemError(error, culprit.index))];
    return { verdicts, left: part.filter((pending) => pending !== culprit), tried, kind: 'refused' };
  }
  if (tried === 1) return everybody();
  return again(hasCode(error, 'LIMIT_EXCEEDED') ? 'tooMany' : 'divide');
}

/** The item whose operation the service named; without such a name the details speak of the first one. */
function namedItem(error: unknown): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { index, item }: ServiceDetails = error.details;
  return index === undefined ? undefined : item;
}
