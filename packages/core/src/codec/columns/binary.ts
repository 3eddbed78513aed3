import type { ColumnCodec } from './column-codec.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const binary: ColumnCodec = {
  expects: 'a Uint8Array',
  toCell: (value) => {
    if (!(value instanceof Uint8Array)) return undefined;
    // A view shares its buffer with others: only its own bytes are meant.
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  },
  // A copy, because small Buffers are slices of a shared pool.
  fromCell: (cell) =>
    typeof cell === 'string' && BASE64.test(cell) ? new Uint8Array(Buffer.from(cell, 'base64')) : undefined,
};
