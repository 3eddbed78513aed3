import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

const SIGN = 1n << 63n;
const ALL = (1n << 64n) - 1n;
const SHAPE = /^[0-9a-f]{16}$/;
const scratch = new DataView(new ArrayBuffer(8));

/**
 * Doubles as 16 hex digits in numeric order. IEEE 754 bits of positive numbers already sort as unsigned
 * integers; flipping their sign bit puts them above the negative ones, whose bits are all flipped because
 * they sort the other way round. -0 and 0 stay apart, infinities have their place, NaN has none.
 */
export function doubleCodec(place: PartPlace): PartCodec<number> {
  return doublesAs(0n, place);
}

/** The same with all bits flipped once more: largest first. */
export function descendingDoubleCodec(place: PartPlace): PartCodec<number> {
  return doublesAs(ALL, place);
}

function doublesAs(flipped: bigint, place: PartPlace): PartCodec<number> {
  return {
    kind: 'double',
    width: 'self',
    ordered: true,
    descending: flipped !== 0n,
    encode(value) {
      if (typeof value !== 'number' || Number.isNaN(value)) {
        throw refuse(place, 'a number other than NaN', value, 'Check how it was computed or read.');
      }
      scratch.setFloat64(0, value);
      const bits = scratch.getBigUint64(0);
      const ordered = bits & SIGN ? bits ^ ALL : bits ^ SIGN;
      return (ordered ^ flipped).toString(16).padStart(16, '0');
    },
    endOf: (_, start) => start + 16,
    decode(text) {
      if (!SHAPE.test(text)) return undefined;
      const ordered = BigInt(`0x${text}`) ^ flipped;
      scratch.setBigUint64(0, ordered & SIGN ? ordered ^ SIGN : ordered ^ ALL);
      const value = scratch.getFloat64(0);
      return Number.isNaN(value) ? undefined : value;
    },
  };
}
