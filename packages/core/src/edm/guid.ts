const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is a GUID of 36 characters, in any case. */
export function isGuid(value: unknown): value is string {
  return typeof value === 'string' && GUID.test(value);
}
