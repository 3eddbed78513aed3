import { errorResponse } from '../../faults/error-response.js';
import { networkError } from '../../faults/network-error.js';
import { conditionalOperation, insertOperation, isConditional, isInsert } from './conditions.js';
import type { FaultKind, HitRequest } from './kind.js';

const answer =
  (status: number, code: string): NonNullable<FaultKind['reply']> =>
  (hit) =>
    errorResponse(hit, status, code);

const lostConnection: NonNullable<FaultKind['reply']> = ({ request }) => {
  throw networkError(request, 'ECONNRESET');
};

/** What can go wrong in a simulation; all of it unless told otherwise. */
export const faultKinds = {
  /** Not applied: the connection could not be made, or broke before the request was sent. */
  dropped: {
    name: 'dropped',
    arrival: 'never',
    reply: ({ request }, random) => {
      throw networkError(request, random.pick(['ECONNRESET', 'ECONNREFUSED']));
    },
  },
  /** Applied, but the connection broke before the answer came. */
  replyLost: { name: 'replyLost', arrival: 'once', reply: lostConnection },
  /** Applied, but answered with 500. */
  failedAfter: { name: 'failedAfter', arrival: 'once', reply: answer(500, 'InternalError') },
  /** Not applied, and answered with 500. */
  failedBefore: { name: 'failedBefore', arrival: 'never', reply: answer(500, 'OperationTimedOut') },
  /** The connection broke, and the request arrives later: perhaps after its own retry. */
  late: { name: 'late', arrival: 'late', reply: lostConnection },
  /** The request arrives once more, later. */
  duplicated: { name: 'duplicated', arrival: 'twice' },
  /** Applied, and no answer comes. Hits only requests that have a timeout. */
  silent: { name: 'silent', arrival: 'once', silent: true, applies: ({ request }) => request.timeout > 0 },
  /** 503, not applied. */
  busy: { name: 'busy', arrival: 'never', reply: answer(503, 'ServerBusy') },
  /** 429, not applied. */
  throttled: { name: 'throttled', arrival: 'never', reply: answer(429, 'TooManyRequests') },
  /** 412, not applied. Hits only requests with a condition. */
  conditionFailed: {
    name: 'conditionFailed',
    arrival: 'never',
    applies: isConditional,
    reply: (hit) => errorResponse(hit, 412, conditionCode(hit), { operation: conditionalOperation(hit) }),
  },
  /** 409, not applied. Hits only inserts of entities. */
  conflict: {
    name: 'conflict',
    arrival: 'never',
    applies: isInsert,
    reply: (hit) => errorResponse(hit, 409, 'EntityAlreadyExists', { operation: insertOperation(hit) }),
  },
  /** The process is killed before the request is sent. */
  killedBefore: { name: 'killedBefore', arrival: 'never', kills: true },
  /** The process is killed after the request was applied. */
  killedAfter: { name: 'killedAfter', arrival: 'once', kills: true },
  /** The process is killed, and its request arrives later. */
  killedLate: { name: 'killedLate', arrival: 'late', kills: true },
} as const satisfies Record<string, FaultKind>;

/** Blobs have a code of their own for it. */
function conditionCode({ recorded }: HitRequest): string {
  return recorded.service === 'blob' ? 'ConditionNotMet' : 'UpdateConditionNotSatisfied';
}

export type FaultName = keyof typeof faultKinds;
