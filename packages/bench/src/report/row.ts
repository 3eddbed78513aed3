import type { Bar, BarResult } from '../bars/index.js';

/** One bar, measured. What the JSON file holds. */
export interface ReportRow {
  readonly name: string;
  /** Our cost as a share of the peer's. */
  readonly ratio: number;
  readonly atMost: number;
  readonly holds: boolean;
  readonly peer: string;
  readonly rounds: number;
  /** The middle half of the rounds' ratios, as a share of their median. */
  readonly spread: number;
}

export function reportRow({ name, peer, atMost }: Bar, { ratio, rounds, spread }: BarResult): ReportRow {
  return {
    name,
    ratio: rounded(ratio),
    atMost,
    holds: ratio <= atMost,
    peer,
    rounds,
    spread: rounded(spread),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
