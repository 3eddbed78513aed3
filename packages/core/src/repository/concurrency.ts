import { OptionsError } from '../errors/index.js';

/** Reads of single rows that go side by side unless told. */
export const POINT_READS_AT_ONCE = 16;

/** The option of that name, checked. */
export function concurrencyOf(given: number | undefined, otherwise: number): number {
  const concurrency = given === undefined ? otherwise : given;
  if (Number.isSafeInteger(concurrency) && concurrency >= 1) return concurrency;
  throw new OptionsError('concurrency', 'concurrency is a whole number, one or more.');
}
