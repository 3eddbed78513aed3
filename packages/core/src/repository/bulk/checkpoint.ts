import { CheckpointError } from './errors.js';

/** Positions from the first to the last, both included. */
export type Range = readonly [first: number, last: number];

/** Which items of a source are settled: all before `through`, and those of `also`. */
export interface Checkpoint {
  readonly through: number;
  /** In order, apart from each other, none before `through`. */
  readonly also: readonly Range[];
}

export const START: Checkpoint = { through: 0, also: [] };

const VERSION = 1;

export function formatCheckpoint({ through, also }: Checkpoint): string {
  return JSON.stringify({ v: VERSION, through, also });
}

/** Reads what `formatCheckpoint` wrote, wherever it has been meanwhile. */
export function parseCheckpoint(text: unknown): Checkpoint {
  if (typeof text !== 'string') {
    throw new CheckpointError('from is a checkpoint: the text that an earlier run gave.');
  }
  const { v, through, also } = parseObject(text);
  if (v !== VERSION || !isPosition(through) || !Array.isArray(also)) refuse();
  let next = through;
  for (const range of also as readonly unknown[]) {
    if (!Array.isArray(range) || range.length !== 2) refuse();
    const [first, last] = range as readonly unknown[];
    if (!isPosition(first) || !isPosition(last) || first < next || last < first) refuse();
    next = last + 1;
  }
  return { through, also: also as readonly Range[] };
}

/** The same positions as ranges in order, none of them before `from`. */
export function mergeRanges(ranges: readonly Range[], from: number): readonly Range[] {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const start = Math.max(first, from);
    if (last < start) continue;
    const before = merged.at(-1);
    if (before && start <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([start, last]);
  }
  return merged;
}

function parseObject(text: string): { readonly v?: unknown; readonly through?: unknown; also?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Not JSON: the same answer.
  }
  return refuse();
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function refuse(): never {
  throw new CheckpointError(
    'This is no checkpoint of a bulk run. Pass the text unchanged, as a progress event, a report or an error gave it.',
  );
}
