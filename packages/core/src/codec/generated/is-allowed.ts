let allowed: boolean | undefined;

/**
 * Whether this runtime lets code be generated. `--disallow-code-generation-from-strings`, a content security
 * policy and some edge runtimes do not: there the loops do the same work.
 */
export function isGenerationAllowed(): boolean {
  if (allowed === undefined) {
    try {
      allowed = new Function('return true')() === true;
    } catch {
      allowed = false;
    }
  }
  return allowed;
}
