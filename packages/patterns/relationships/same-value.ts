import type { EntityCodec } from '@tablewright/core';

/**
 * A text that tells values of a property apart as its column and its key do: a GUID is the same in either case, what
 * a converter makes the same is, and a number is not its text.
 */
export function valueId(codec: EntityCodec, property: string, value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const cell = codec.property(property)!.encodePresent(value);
  return `${typeof cell} ${cell}`;
}
