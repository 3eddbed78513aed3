import { Refusal } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';

/** Which bytes of a blob: the last one belongs to it. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^bytes=(\d+)-(\d*)$/;

/** `undefined`: all of it. */
export function rangeOf(request: WireRequest, length: number): ByteRange | undefined {
  const text = request.header('x-ms-range') ?? request.header('range');
  if (text === undefined) return undefined;
  const match = RANGE.exec(text);
  // As HTTP has it, a range that cannot be read is none.
  if (!match) return undefined;
  const from = Number(match[1]);
  const to = match[2] === '' ? length - 1 : Math.min(Number(match[2]), length - 1);
  if (from >= length || to < from) {
    throw new Refusal(
      416,
      'InvalidRange',
      'The range specified is invalid for the current size of the resource.',
    );
  }
  return { from, to };
}
