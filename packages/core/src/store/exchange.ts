import type { CallScope } from './call-scope.js';
import type { Clock } from './clock.js';
import { AuthenticationError, NetworkError } from './errors/index.js';
import type { Observer } from './events.js';
import type { Message, Reply } from './message.js';
import type { Sign } from './pace/pace.js';
import type { Problem } from './problem.js';
import { askedDelay, isOverload, isRetryable, leavesDoubt, type RetryOptions, retryDelay } from './retry.js';
import { AttemptFailure, type Transport } from './transport.js';

/** How an exchange ended. `doubtful`: an attempt whose reply is missing or unclear may have been applied. */
export type Exchanged = {
  readonly doubtful: boolean;
  /** When the first attempt began, by the monotonic clock. */
  readonly startedAt: number;
} & (
  | { readonly reply: Reply; readonly problem?: Problem; readonly failure?: undefined }
  | { readonly failure: Error; readonly reply?: undefined; readonly problem?: undefined }
);

export interface ExchangeContext {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly retry: RetryOptions;
  readonly observe: Observer | undefined;
}

/** The one retry loop, for reads and writes alike. Never throws for what the network or the service did. */
export async function exchange(
  context: ExchangeContext,
  message: Message,
  scope: CallScope,
): Promise<Exchanged> {
  const { clock, observe, retry, transport } = context;
  const { pace } = scope;
  let startedAt = 0;
  let doubtful = false;
  for (let attempt = 0; ; attempt++) {
    const turn = pace?.enter();
    if (turn) await turn;
    // Not before its turn: what others wrote while it waited is not its doing.
    if (attempt === 0) startedAt = clock.monotonic();
    const era = pace?.era ?? 0;
    let sign: Sign = 'silent';
    let result: Reply | AttemptFailure;
    let problem: Problem | undefined;
    try {
      const ended = scope.ended();
      if (ended) return { failure: ended, doubtful, startedAt };
      result = observe
        ? await observedAttempt(context, observe, message, scope, attempt)
        : await transport.attempt(message, scope.signal);
      if (!(result instanceof AttemptFailure)) {
        problem = message.problemOf(result);
        sign = problem && isOverload(problem) ? 'busy' : 'answered';
      }
    } finally {
      pace?.leave(era, sign);
    }
    if (result instanceof AttemptFailure) {
      doubtful ||= result.sent;
      const failure = scope.ended() ?? unreachable(result, message);
      if (scope.ended() || attempt >= retry.maxRetries || !isNetworkRetryable(result)) {
        return { failure, doubtful, startedAt };
      }
    } else {
      if (!problem) return { reply: result, doubtful, startedAt };
      doubtful ||= leavesDoubt(problem);
      if (!isRetryable(problem) || attempt >= retry.maxRetries) {
        return { reply: result, problem, doubtful, startedAt };
      }
    }
    const asked = askedDelay(result instanceof AttemptFailure ? undefined : result.headers);
    const delay = retryDelay(retry, attempt, context.random(), asked);
    observe?.({
      type: 'retry',
      method: message.method,
      path: message.path,
      attempt: attempt + 1,
      delay,
    });
    // An abort while waiting is noticed at the top of the loop.
    await clock.sleep(delay, scope.signal).catch(() => {});
  }
}

async function observedAttempt(
  { transport, clock }: ExchangeContext,
  observe: Observer,
  message: Message,
  scope: CallScope,
  attempt: number,
): Promise<Reply | AttemptFailure> {
  const startedAt = clock.monotonic();
  const result = await transport.attempt(message, scope.signal);
  observe({
    type: 'request',
    method: message.method,
    path: message.path,
    status: result instanceof AttemptFailure ? undefined : result.status,
    attempt,
    milliseconds: clock.monotonic() - startedAt,
  });
  return result;
}

/** What failed before anything was sent, and is no connection trouble, will fail again: a credential, a policy. */
function isNetworkRetryable(failure: AttemptFailure): boolean {
  return failure.sent || failure.networkCode !== undefined;
}

function unreachable(failure: AttemptFailure, { about }: Message): Error {
  const options = { cause: failure };
  return isNetworkRetryable(failure)
    ? new NetworkError({ ...about }, options)
    : new AuthenticationError({ ...about }, options);
}
