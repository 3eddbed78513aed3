import { describeValue } from '../../errors/index.js';
import { KeyValueError } from '../errors.js';

/** Where a part stands: what its errors name, and what ends it. */
export interface PartPlace {
  readonly variable: string;
  readonly template: string;
  /** The entity that the template belongs to, if it is known. */
  readonly entity?: string | undefined;
  /** The first character of the literal that follows; '' at the end of the key or before another variable. */
  readonly stop: string;
  /** The literal begins with two spaces: text in front of it keeps its order. */
  readonly spaced?: boolean | undefined;
}

/**
 * Writes one variable of a key, and reads it back. Codecs are injective and strict: `decode` accepts exactly
 * what `encode` writes, so a decoded value always leads back to the row it came from.
 */
export interface PartCodec<V = unknown> {
  readonly kind: string;
  /** `self`: the text shows where it ends. `open`: it ends at the following literal, or with the key. */
  readonly width: 'self' | 'open';
  /**
   * Whether keys that agree in everything to the left sort by this variable. See `TemplateVariable.ordered`
   * for what this means for text.
   */
  readonly ordered: boolean;
  /** Whether that order is from the largest value to the smallest. */
  readonly descending: boolean;
  /** The key text of a value. Throws KeyValueError for anything that is not such a value. */
  encode(value: unknown): string;
  /** The index behind this part when it starts at `start`, or -1. Only `decode` tells if the part is right. */
  endOf(key: string, start: number): number;
  /** The value of a part's text; undefined when `encode` would never have written it. */
  decode(text: string): V | undefined;
  /**
   * For parts that always have the same width: how to read one without cutting it out. The key may be too
   * short for it.
   */
  readonly fixed?: { readonly width: number; decodeAt(key: string, start: number): V | undefined };
}

/** The error for a value that a codec refuses. Tells its type and length, never the value. */
export function refuse(place: PartPlace, needs: string, value: unknown, remedy: string): KeyValueError {
  const { variable, template, entity } = place;
  const reason = `takes ${needs}, not ${describeValue(value, needs)}`;
  return new KeyValueError({ variable, template, reason, entity }, remedy);
}
