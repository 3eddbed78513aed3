import { types } from 'node:util';
import type { ColumnCodec } from './column-codec.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const binary: ColumnCodec = {
  expects: 'a Uint8Array',
  toCell: (value) => {
    const bytes = bytesOf(value);
    return bytes && Buffer.from(bytes.buffer).toString('base64');
  },
  // A copy, because small Buffers are slices of a shared pool.
  fromCell: (cell) =>
    typeof cell === 'string' && BASE64.test(cell) ? new Uint8Array(Buffer.from(cell, 'base64')) : undefined,
};

/**
 * A view shares its buffer with others, and only its own bytes are meant. The copy asks the view's internal
 * slots, so neither a look-alike nor an overridden `byteLength` can change what is stored.
 */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!types.isUint8Array(value)) return undefined;
  try {
    return new Uint8Array(value);
  } catch {
    // Its buffer was transferred away: there are no bytes any more.
    return undefined;
  }
}
