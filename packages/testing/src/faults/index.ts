import { applyThenRespond } from './apply-then-respond.js';
import { delay } from './delay.js';
import { dropReply } from './drop-reply.js';
import { emptyPage } from './empty-page.js';
import { failBeforeSend } from './fail-before-send.js';
import { hang } from './hang.js';
import {
  internalError,
  operationTimedOut,
  preconditionFailed,
  respond,
  serverBusy,
  tableBeingDeleted,
  tooManyRequests,
} from './respond.js';

/**
 * What can go wrong between a client and the service, ready to inject.
 *
 * @example
 * ```ts
 * const busy = storage.http.inject(faults.serverBusy(), { times: 2 });
 * await codeUnderTest();
 * expect(busy.fired).toBe(2);
 * ```
 */
export const faults = {
  failBeforeSend,
  dropReply,
  respond,
  serverBusy,
  operationTimedOut,
  internalError,
  preconditionFailed,
  tooManyRequests,
  tableBeingDeleted,
  applyThenRespond,
  emptyPage,
  delay,
  hang,
} as const;
