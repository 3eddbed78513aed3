import type { IntegerType } from './integer-type.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

/**
 * Integers of either sign in numeric order. Zero and above: padded with zeros. Below: `-`, which sorts before
 * the digits, and the nines' complement of the magnitude, so that -2 comes before -1.
 */
export function signedInteger<V extends number | bigint>(
  type: IntegerType<V>,
  place: PartPlace,
): PartCodec<V> {
  const { digits } = type;
  const shape = new RegExp(`^-?\\d{${digits}}$`);
  const write = (value: V) => {
    const decimal = String(value);
    return decimal.startsWith('-')
      ? `-${ninesComplement(decimal.slice(1).padStart(digits, '0'))}`
      : decimal.padStart(digits, '0');
  };

  return {
    kind: type.kind,
    width: 'self',
    ordered: true,
    descending: false,
    encode(value) {
      if (type.includes(value)) return write(value);
      throw refuse(place, `${type.name} from ${type.min} to ${type.max}`, value, type.remedy);
    },
    endOf: (key, start) => start + digits + (key[start] === '-' ? 1 : 0),
    decode(text) {
      if (!shape.test(text)) return undefined;
      const value = type.parse(text.startsWith('-') ? `-${ninesComplement(text.slice(1))}` : text);
      return type.includes(value) && write(value) === text ? value : undefined;
    },
  };
}

function ninesComplement(decimal: string): string {
  return decimal.replace(/\d/g, (digit) => String(9 - Number(digit)));
}
