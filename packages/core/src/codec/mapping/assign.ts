/** An absent column reads as `undefined` even where a field initialiser put something. */
export function assign(target: Record<string, unknown>, property: string, value: unknown): void {
  if (value !== undefined || target[property] !== undefined) target[property] = value;
}
