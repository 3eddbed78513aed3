import { TablewrightError } from './tablewright-error.js';

/** An option or argument cannot be used. Nothing was sent. */
export class OptionsError extends TablewrightError<'OPTIONS_INVALID', { readonly option: string }> {
  constructor(option: string, message: string) {
    super('OPTIONS_INVALID', message, { option });
  }
}

/** Untyped callers may pass null, or something that only looks like options. */
export function checkOptions(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new OptionsError('options', 'options is an object.');
}
