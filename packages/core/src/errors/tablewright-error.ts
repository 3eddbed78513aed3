const BRAND = Symbol.for('tablewright.error');

/**
 * The root of every error that Tablewright throws. `code` is stable and meant for programs, `message`
 * for people, `details` carries the facts behind it. Neither ever holds a secret or a stored value.
 */
export abstract class TablewrightError<
  Code extends string = string,
  Details extends object = object,
> extends Error {
  readonly code: Code;
  readonly details: Readonly<Details>;

  constructor(code: Code, message: string, details: Details, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.details = Object.freeze(details);
  }

  /** Marks the error across two installed copies of the package, where `instanceof` would fail. */
  get [BRAND](): true {
    return true;
  }
}

/** Whether an error has this code, whichever copy of the package threw it. */
export function hasCode(error: unknown, code: string): boolean {
  return isTablewrightError(error) && error.code === code;
}

/** Whether an unknown value is one of Tablewright's errors, whichever copy of the package threw it. */
export function isTablewrightError(value: unknown): value is TablewrightError {
  return typeof value === 'object' && value !== null && BRAND in value;
}
