/** What an object declares, whoever wrote it; `undefined` for everything that is none. A revoked proxy is none either. */
export function declaredEntries(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
