import { digitsAt, EXACT_DIGITS } from './digits-at.js';
import type { IntegerType } from './integer-type.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

/**
 * Integers from zero up, padded with zeros to a fixed width: `{id:06}` writes 223 as `000223`. What does not
 * fit is refused, because a seventh digit would sort among the wrong rows.
 */
export function paddedInteger<V extends number | bigint>(
  type: IntegerType<V>,
  width: number,
  place: PartPlace,
): PartCodec<V> {
  const shape = new RegExp(`^\\d{${width}}$`);
  const largest = width < type.digits ? '9'.repeat(width) : type.max;
  // By how many digits the value has.
  const zeros = Array.from({ length: width }, (_, digits) => '0'.repeat(width - digits));
  const remedy = `Give a value that fits, or use {${place.variable}}, which holds every ${type.kind}.`;

  return {
    kind: type.kind,
    width: 'self',
    ordered: true,
    descending: false,
    encode(value) {
      if (type.includes(value) && value >= 0) {
        const decimal = String(value);
        if (decimal.length <= width)
          return decimal.length < width ? zeros[decimal.length]! + decimal : decimal;
      }
      throw refuse(place, `${type.name} from 0 to ${largest}`, value, remedy);
    },
    endOf: (_, start) => start + width,
    decode(text) {
      if (!shape.test(text)) return undefined;
      const value = type.parse(text);
      return type.includes(value) ? value : undefined;
    },
    ...(width <= EXACT_DIGITS && {
      fixed: {
        width,
        decodeAt(key, start) {
          const number = digitsAt(key, start, start + width);
          if (number < 0) return undefined;
          const value = type.ofNumber(number);
          return type.includes(value) ? value : undefined;
        },
      },
    }),
  };
}
