/** A text that tells different values of a link apart: times by their ticks, and a number is not its text. */
export function valueId(value: unknown): string {
  return `${typeof value} ${value instanceof Date ? value.getTime() : String(value)}`;
}
