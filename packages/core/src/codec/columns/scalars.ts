import { isInt64, lowerGuid, parseInt64 } from '../../edm/index.js';
import type { ColumnCodec } from './column-codec.js';

export const text: ColumnCodec = {
  expects: 'text',
  toCell: (value) => (typeof value === 'string' ? value : undefined),
  fromCell: (cell) => (typeof cell === 'string' ? cell : undefined),
};

export const boolean: ColumnCodec = {
  expects: 'true or false',
  toCell: (value) => (typeof value === 'boolean' ? value : undefined),
  fromCell: (cell) => (typeof cell === 'boolean' ? cell : undefined),
};

export const int32: ColumnCodec = {
  expects: 'a whole number of 32 bits',
  // `| 0` keeps exactly the 32-bit integers; adding 0 turns -0 into 0, which an integer column cannot tell apart.
  toCell: (value) => (typeof value === 'number' && (value | 0) === value ? value + 0 : undefined),
  fromCell: (cell) => (typeof cell === 'number' && (cell | 0) === cell ? cell : undefined),
};

export const int64: ColumnCodec = {
  expects: 'a bigint of 64 bits',
  toCell: (value) => (isInt64(value) ? value.toString() : undefined),
  fromCell: (cell) => {
    // Other clients may have written a small value as Int32, which travels as a number.
    if (typeof cell === 'number') return Number.isSafeInteger(cell) ? BigInt(cell) : undefined;
    return typeof cell === 'string' ? parseInt64(cell) : undefined;
  },
};

export const double: ColumnCodec = {
  expects: 'a number',
  // JSON has no word for NaN and the infinities; the service takes them as text.
  toCell: (value) =>
    typeof value !== 'number' ? undefined : Number.isFinite(value) ? value : (String(value) as string),
  fromCell: (cell) => {
    if (typeof cell === 'number') return cell;
    if (cell === 'NaN' || cell === 'Infinity' || cell === '-Infinity') return Number(cell);
    return undefined;
  },
};

export const guid: ColumnCodec = {
  expects: 'a Guid such as 0f8fad5b-d9cb-469f-a165-70867728950e',
  toCell: lowerGuid,
  fromCell: lowerGuid,
};
