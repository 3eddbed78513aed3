import { hasCode } from '../errors/index.js';
import { type CallOptions, type CallScope, OutcomeUnknownError } from '../store/index.js';

/** A call that is made of other calls, such as one that reads and then writes what it read. */
export interface CallSteps {
  /**
   * Makes one of these calls with the bounds that it needs to end with the larger one. What it throws is what the
   * larger one throws: that its time is up, or that it was aborted, unless something was sent that may be stored.
   */
  run<T>(step: (bounds: CallOptions) => Promise<T>): Promise<T>;
}

/** For patterns whose members are made of calls of repositories: `store.within(options, (scope) => …)`. */
export function callSteps(scope: CallScope): CallSteps {
  const bounds: CallOptions = scope.signal ? { signal: scope.signal } : {};
  return {
    async run(step) {
      // Steps see the signal alone, and a time of zero is up before that tells.
      const over = scope.ended();
      if (over) throw over;
      try {
        return await step(bounds);
      } catch (error) {
        // It was sent, and may be stored: that the time was up is only why nobody knows.
        if (hasCode(error, 'OUTCOME_UNKNOWN')) throw withReason(error as OutcomeUnknownError, scope.ended());
        throw scope.ended() ?? error;
      }
    },
  };
}

function withReason(error: OutcomeUnknownError, reason: Error | undefined): OutcomeUnknownError {
  if (!reason) return error;
  return new OutcomeUnknownError(error.details.entity, error.operationId, error.resolve, reason);
}
