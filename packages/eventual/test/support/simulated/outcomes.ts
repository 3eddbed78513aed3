import { hasCode } from '@tablewright/core';

/** Nothing was sent that could yet be applied. */
export const NOT_APPLIED = [
  'NETWORK_FAILED',
  'SERVICE_UNAVAILABLE',
  'THROTTLED',
  'TIMEOUT',
  'CONGESTION',
  'OUTBOX_UNAVAILABLE',
];

/** What a call may end with where others write the same entities, and requests fail. */
export const EXPECTED = [
  'ENTITY_EXISTS',
  'ENTITY_NOT_FOUND',
  'ENTITY_CHANGED',
  'OUTCOME_UNKNOWN',
  ...NOT_APPLIED,
];

export function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return codes.some((code) => hasCode(error, code));
}

/** `undefined` where it failed as it may. */
export async function tolerating<T>(
  call: () => Promise<T>,
  codes: readonly string[] = EXPECTED,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (!isOneOf(error, codes)) throw error;
    return undefined;
  }
}
