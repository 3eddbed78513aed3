import type { HttpHeaders } from '@azure/core-rest-pipeline';
import type { Problem } from './problem.js';

export interface RetryOptions {
  /** How often a request is repeated after its first attempt. */
  readonly maxRetries: number;
  /** The first pause; each further one doubles, up to `maxDelay`. Milliseconds. */
  readonly baseDelay: number;
  readonly maxDelay: number;
}

export const DEFAULT_RETRY: RetryOptions = { maxRetries: 6, baseDelay: 80, maxDelay: 10_000 };

/** Not implemented, version not supported: these do not pass. */
const LASTING: ReadonlySet<number> = new Set([501, 505]);

export function isRetryable({ status }: Problem): boolean {
  return status === 408 || status === 429 || (status >= 500 && !LASTING.has(status));
}

/** A server that failed midway may have applied the write; one that is merely busy has not begun. */
export function leavesDoubt(problem: Problem): boolean {
  return (problem.status === 408 || problem.status >= 500) && !isThrottling(problem);
}

export function isThrottling({ status, code }: Problem): boolean {
  return status === 429 || (status === 503 && code === 'ServerBusy');
}

/**
 * Whether fewer requests at once would help. Besides throttling: what gateways say of a service that is overloaded,
 * and requests that took it too long.
 */
export function isOverload({ status, code }: Problem): boolean {
  return status === 429 || status === 503 || status === 504 || status === 408 || code === 'OperationTimedOut';
}

/** How many milliseconds the service asks to wait; 0 when it does not say. Cosmos DB counts in milliseconds. */
export function askedDelay(headers: HttpHeaders | undefined): number {
  const exact = headers?.get('x-ms-retry-after-ms') ?? headers?.get('retry-after-ms');
  const delay = exact === undefined ? Number(headers?.get('retry-after')) * 1_000 : Number(exact);
  return Number.isNaN(delay) ? 0 : Math.max(0, delay);
}

/** Exponential, with half of it random so that many clients do not come back at once. */
export function retryDelay(
  { baseDelay, maxDelay }: RetryOptions,
  attempt: number,
  random: number,
  asked: number,
): number {
  const full = Math.min(maxDelay, baseDelay * 2 ** attempt);
  const backOff = full / 2 + (full / 2) * random;
  return asked > backOff ? Math.min(asked, maxDelay) : backOff;
}
