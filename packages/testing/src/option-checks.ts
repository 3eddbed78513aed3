/** How many: the message says what of. `Infinity` is as good as any number. */
export function checkCount(what: string, value: unknown, least: number): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && (value as number) >= least) return;
  throw new RangeError(`${what} is a whole number, ${least} or more.`);
}

export function checkFunction(what: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw new TypeError(`${what} is a function.`);
}

/** Options from JavaScript may be anything. */
export function checkOptions(what: string, value: unknown, example: string): void {
  if (typeof value === 'object' && value !== null) return;
  throw new TypeError(`${what} is an object, such as ${example}.`);
}
