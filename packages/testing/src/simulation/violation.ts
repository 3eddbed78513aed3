import { formatTrace, type TraceEntry } from './engine/trace.js';

/** Where a violation was found: the same values bring it back. */
export interface Whereabouts {
  readonly seed: number;
  readonly scheduler: string;
  /** How to see it again, in a sentence. */
  readonly replay: string;
}

/** A simulation in which something went wrong that must not. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly seed: number;
  readonly scheduler: string;
  readonly trace: readonly TraceEntry[];

  constructor(cause: unknown, { seed, scheduler, replay }: Whereabouts, trace: readonly TraceEntry[]) {
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`${what}\nseed: ${seed}, scheduler: ${scheduler}\n${replay}\n${formatTrace(trace)}`, { cause });
    this.seed = seed;
    this.scheduler = scheduler;
    this.trace = trace;
  }
}
