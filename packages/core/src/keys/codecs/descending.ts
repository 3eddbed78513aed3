import type { IntegerType } from './integer-type.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

/**
 * Integers of either sign, largest first: the largest value of their kind minus the number, which is never negative,
 * in as many digits as it takes. Inverted ticks are made in the same way.
 */
export function descendingInteger<V extends number | bigint>(
  type: IntegerType<V>,
  place: PartPlace,
): PartCodec<V> {
  const largest = BigInt(type.max);
  const digits = String(largest - BigInt(type.min)).length;
  const shape = new RegExp(`^\\d{${digits}}$`);
  return {
    kind: type.kind,
    width: 'self',
    ordered: true,
    descending: true,
    encode(value) {
      if (type.includes(value)) return String(largest - BigInt(value)).padStart(digits, '0');
      throw refuse(place, `${type.name} from ${type.min} to ${type.max}`, value, type.remedy);
    },
    endOf: (_, start) => start + digits,
    decode(text) {
      if (!shape.test(text)) return undefined;
      const value = type.parse(String(largest - BigInt(text)));
      return type.includes(value) ? value : undefined;
    },
  };
}
