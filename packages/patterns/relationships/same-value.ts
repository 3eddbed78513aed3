/** A text that tells different values of a link apart: times by their ticks, 1 from '1' and from 1n. */
export function valueId(value: unknown): string {
  return `${typeof value} ${value instanceof Date ? value.getTime() : String(value)}`;
}
