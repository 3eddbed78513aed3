let allowed = true;

/**
 * What `generate` makes, by code; `undefined` where this runtime lets no code be made. So it is under
 * `--disallow-code-generation-from-strings`, under a content security policy and in some edge runtimes, perhaps only
 * from some moment on: there the loops do the same work.
 */
export function ifAllowed<T>(generate: () => T): T | undefined {
  if (!allowed) return undefined;
  try {
    return generate();
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    allowed = false;
    return undefined;
  }
}
