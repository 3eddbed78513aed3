import type { PipelineResponse } from '@azure/core-rest-pipeline';
import type { Exchange } from '../../faults/fault.js';
import type { Random } from '../random.js';

/** What a fault knows of the request that it hits. */
export type HitRequest = Pick<Exchange, 'request' | 'recorded'>;

/** Something that goes wrong with a request of a simulated actor, below every retry loop. */
export interface FaultKind {
  /** Stands in traces and reports. */
  readonly name: string;
  /**
   * How the request gets to the service: once, not at all, at any later moment (after the actor was told what
   * `reply` says), or once and at any later moment again.
   */
  readonly arrival: 'once' | 'never' | 'late' | 'twice';
  /** What the actor is told instead of the truth: a response, or an error that is thrown. */
  readonly reply?: (hit: HitRequest, random: Random) => PipelineResponse;
  /** No answer ever comes: only the request's timeout or its signal ends the wait. */
  readonly silent?: boolean;
  /** The actor's process ends here: it never hears of the answer, and never does anything again. */
  readonly kills?: boolean;
  /** Requests that this fault cannot happen to. */
  readonly applies?: (hit: HitRequest) => boolean;
}
