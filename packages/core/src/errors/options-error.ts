import { TablewrightError } from './tablewright-error.js';

/** An option or argument cannot be used. Nothing was sent. */
export class OptionsError extends TablewrightError<'OPTIONS_INVALID', { readonly option: string }> {
  constructor(option: string, message: string) {
    super('OPTIONS_INVALID', message, { option });
  }
}
