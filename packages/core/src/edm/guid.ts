const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Written out digit by digit, because counted repetitions take twice as long. */
const LOWER_GUID = new RegExp(`^${[8, 4, 4, 4, 12].map((digits) => '[0-9a-f]'.repeat(digits)).join('-')}$`);

/** Whether a value is a GUID of 36 characters, in any case. */
export function isGuid(value: unknown): value is string {
  return typeof value === 'string' && GUID.test(value);
}

/** A GUID in lower case, as it is stored; `undefined` for anything else. */
export function lowerGuid(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Most are in lower case already, and then nothing is copied.
  if (LOWER_GUID.test(value)) return value;
  return GUID.test(value) ? value.toLowerCase() : undefined;
}
