import { formatIsoTime, formatTicks, isTicks, parseIsoTime, parseTicks, timeOf } from '../../edm/index.js';
import type { ColumnCodec } from './column-codec.js';

export const dateTime: ColumnCodec = {
  expects: 'a Date between the years 1601 and 9999',
  toCell: (value) => {
    const ms = timeOf(value);
    return ms === undefined ? undefined : formatIsoTime(ms);
  },
  fromCell: (cell) => {
    const ms = milliseconds(cell);
    return ms === undefined ? undefined : new Date(ms);
  },
  // A Date cannot carry the stored 100 ns digits; an untouched one must not cut them off.
  same: (stored, written) => milliseconds(stored) === milliseconds(written),
};

export const ticks: ColumnCodec = {
  expects: 'a bigint of 100 ns ticks between the years 1601 and 9999',
  toCell: (value) => (isTicks(value) ? formatTicks(value) : undefined),
  fromCell: (cell) => (typeof cell === 'string' ? parseTicks(cell) : undefined),
};

function milliseconds(cell: unknown): number | undefined {
  if (typeof cell !== 'string') return undefined;
  const ms = parseIsoTime(cell);
  if (!Number.isNaN(ms)) return ms;
  return parseTicks(cell) === undefined ? undefined : Date.parse(cell);
}
