import type { HttpClient } from '@azure/core-rest-pipeline';
import { OptionsError } from '../errors/index.js';
import type { ServiceProfile } from '../limits/index.js';
import type { Clock } from './clock.js';
import type { Observer } from './events.js';
import { DEFAULT_RETRY, type RetryOptions } from './retry.js';

/** How a store talks to the service. Everything has a default. */
export interface TableStoreOptions {
  /** Sends the HTTP requests: to record, to inject faults, or to use another agent. */
  readonly httpClient?: HttpClient;
  /** Where time comes from. */
  readonly clock?: Clock;
  /** Where operation ids come from. Random UUIDs by default. */
  readonly newId?: () => string;
  /** A number from 0 to 1, for the jitter of retries. */
  readonly random?: () => number;
  readonly retry?: Partial<RetryOptions>;
  /** Milliseconds after which one attempt without a whole reply is given up and repeated. */
  readonly attemptTimeout?: number;
  /** Recognised by the endpoint; say it for a Cosmos DB behind another name. */
  readonly profile?: ServiceProfile;
  /** Plain http to a host other than this machine. */
  readonly allowInsecureConnection?: boolean;
  /** Sees plans, requests, retries and created tables as they happen. */
  readonly observe?: Observer;
}

/** An observer only watches: what it throws must not change the outcome of a call. */
export function quietly(observe: Observer | undefined): Observer | undefined {
  if (!observe) return undefined;
  return (event) => {
    try {
      observe(event);
    } catch {
      // Nothing to do: the call goes on.
    }
  };
}

export function attemptTimeoutOf(given: number | undefined, usual: number): number {
  const timeout = given ?? usual;
  if (typeof timeout === 'number' && timeout > 0) return timeout;
  throw new OptionsError('attemptTimeout', 'attemptTimeout is a number of milliseconds, more than zero.');
}

export function profileOf(given: ServiceProfile | undefined, recognised: ServiceProfile): ServiceProfile {
  const profile = given ?? recognised;
  if (profile === 'storage' || profile === 'cosmos') return profile;
  throw new OptionsError('profile', "profile is 'storage' or 'cosmos'.");
}

export function retryOptions(given: Partial<RetryOptions> | undefined): RetryOptions {
  const options = { ...DEFAULT_RETRY, ...given };
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new OptionsError(`retry.${name}`, `retry.${name} is a number, zero or more.`);
    }
  }
  return options;
}
