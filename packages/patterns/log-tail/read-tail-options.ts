import { OptionsError } from '@tablewright/core';
import type { TailOptions } from './tail-api.js';

const DEFAULT_INTERVAL_MS = 1_000;
const DEFAULT_OVERLAP_MS = 60_000;
const NAMES: readonly string[] = ['since', 'cursor', 'interval', 'overlap', 'signal'];

/** The options of a tail, each with a value. */
export interface ReadTailOptions {
  readonly since: unknown;
  readonly cursor: unknown;
  readonly interval: number;
  readonly overlap: number;
  readonly signal: AbortSignal | undefined;
}

export function readTailOptions(options: TailOptions = {}): ReadTailOptions {
  if (typeof options !== 'object' || options === null) {
    throw new OptionsError('options', `Options are an object: { ${NAMES.join(', ')} }.`);
  }
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new OptionsError(unknown, `'${unknown}' is not an option of a tail. Use ${NAMES.join(', ')}.`);
  }
  const { since, cursor, signal } = options;
  if (since !== undefined && cursor !== undefined) {
    throw new OptionsError('since', 'A cursor says where to begin: pass either since or cursor.');
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new OptionsError('signal', 'signal is an AbortSignal, such as that of an AbortController.');
  }
  const { interval = DEFAULT_INTERVAL_MS, overlap = DEFAULT_OVERLAP_MS } = options;
  return {
    since,
    cursor,
    interval: milliseconds('interval', interval),
    overlap: milliseconds('overlap', overlap),
    signal,
  };
}

function milliseconds(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new OptionsError(name, `${name} is a whole number of milliseconds, zero or more.`);
}
