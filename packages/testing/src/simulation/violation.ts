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
    super(`${what}\nseed: ${seed}, scheduler: ${scheduler}\n${replay}\n${excerptOf(trace)}`, { cause });
    this.seed = seed;
    this.scheduler = scheduler;
    this.trace = trace;
  }
}

/** More than this nobody reads; `trace` has all of it. */
const MOST_LINES = 400;
const FIRST_LINES = 50;

function excerptOf(trace: readonly TraceEntry[]): string {
  const lines = formatTrace(trace).split('\n');
  if (lines.length <= MOST_LINES) return lines.join('\n');
  const last = lines.slice(FIRST_LINES - MOST_LINES);
  return [...lines.slice(0, FIRST_LINES), `     … ${lines.length - MOST_LINES} more …`, ...last].join('\n');
}
