import { TablewrightError } from '../../errors/index.js';

/** The caller's signal ended the call. Nothing was being changed, or the error would be OutcomeUnknownError. */
export class AbortedError extends TablewrightError<'ABORTED'> {
  constructor(reason: unknown) {
    super('ABORTED', 'The call was aborted by its signal.', {}, { cause: reason });
    // What the platform calls it, so that code which only knows AbortSignal recognises it.
    this.name = 'AbortError';
  }
}

/** The call's own timeout ran out. Nothing was being changed, or the error would be OutcomeUnknownError. */
export class TimeoutError extends TablewrightError<'TIMEOUT', { readonly timeout: number }> {
  constructor(timeout: number) {
    super('TIMEOUT', `The call did not finish within its timeout of ${timeout} ms.`, { timeout });
  }
}

/** What is known of a write whose reply was lost. */
export type Outcome = 'applied' | 'notApplied' | 'unknown';

/**
 * A write may or may not have been applied, and reading could not decide. Never retried blindly: call
 * `resolve()` to look again, or read the entity and decide.
 */
export class OutcomeUnknownError extends TablewrightError<
  'OUTCOME_UNKNOWN',
  { readonly operationId: string; readonly entity: string }
> {
  /** Reads the row again and judges what it shows. */
  declare readonly resolve: () => Promise<Outcome>;

  constructor(entity: string, operationId: string, resolve: () => Promise<Outcome>, cause: unknown) {
    super(
      'OUTCOME_UNKNOWN',
      `The write of ${entity} may or may not have been applied: its reply was lost, and what is stored does not tell. Call resolve(), or read the entity and decide.`,
      { operationId, entity },
      { cause },
    );
    Object.defineProperty(this, 'resolve', { value: resolve, enumerable: false });
  }

  get operationId(): string {
    return this.details.operationId;
  }
}
