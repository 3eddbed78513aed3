import { TablewrightError } from '../errors/tablewright-error.js';

/** What is known about a template that cannot be used. */
export interface KeyTemplateDetails {
  readonly template: string;
  readonly reason: string;
  /** The variable at fault, when the fault lies in one. */
  readonly variable?: string | undefined;
}

/**
 * A key template is written wrongly. Thrown when the template is compiled, before any key is made.
 *
 * @example
 * compileTemplate('{first}{last}', () => 'text', 'row'); // KeyTemplateError: put a literal between them
 */
export class KeyTemplateError extends TablewrightError<'KEY_TEMPLATE_INVALID', KeyTemplateDetails> {
  constructor(details: KeyTemplateDetails, options?: ErrorOptions) {
    const message = `Key template '${details.template}' cannot be used: ${details.reason}`;
    super('KEY_TEMPLATE_INVALID', message, details, options);
  }
}

/** Which variable was refused, and why. The value itself is left out: it may be private. */
export interface KeyValueDetails {
  readonly variable: string;
  readonly template: string;
  readonly reason: string;
  /** The entity whose key it is, when the template belongs to one. */
  readonly entity?: string | undefined;
}

/**
 * A value cannot become part of a key: missing, of the wrong type, or outside of what the format holds.
 *
 * @example
 * template.encode({ id: 1_000_000 }); // 'empid_{id:06}' holds six digits: KeyValueError
 */
export class KeyValueError extends TablewrightError<'KEY_VALUE_INVALID', KeyValueDetails> {
  constructor(details: KeyValueDetails, remedy: string) {
    const { variable, template, reason, entity } = details;
    const whose = entity === undefined ? 'Key' : `${entity}: key`;
    super(
      'KEY_VALUE_INVALID',
      `${whose} variable '${variable}' of '${template}' ${reason}. ${remedy}`,
      details,
    );
  }
}

/** How long the key would have been, in UTF-16 code units, and how long it may be. */
export interface KeyTooLongDetails {
  readonly template: string;
  /** The entity whose key it is, when the template belongs to one. */
  readonly entity?: string | undefined;
  readonly length: number;
  readonly limit: number;
}

/**
 * Every part of the key is fine, but together they are longer than the service stores.
 *
 * @example
 * template.encode({ department: 'x'.repeat(600) }); // KeyTooLongError { length: 600, limit: 512 }
 */
export class KeyTooLongError extends TablewrightError<'KEY_TOO_LONG', KeyTooLongDetails> {
  constructor(details: KeyTooLongDetails) {
    const { template, length, limit, entity } = details;
    const message =
      `${entity === undefined ? 'The' : `${entity}: the`} key made from '${template}' has ${length} UTF-16 code units, and a key holds at most ${limit}. ` +
      'Shorten the values, or key the entity by something shorter. (Each escaped character takes three or six.)';
    super('KEY_TOO_LONG', message, details);
  }
}

/** Where a stored key stopped to match. The key itself is left out: it may be private. */
export interface KeyMismatchDetails {
  readonly template: string;
  /** The variable whose part could not be read; undefined when a literal or the key as a whole differs. */
  readonly variable?: string | undefined;
  readonly length: number;
}

/**
 * A stored key was not written by this template: another kind of row, or another writer's format.
 *
 * @example
 * template.decode('email_jonesj@contoso.com'); // 'empid_{id:06}' did not write this: KeyMismatchError
 */
export class KeyMismatchError extends TablewrightError<'KEY_MISMATCH', KeyMismatchDetails> {
  constructor(details: KeyMismatchDetails) {
    const { template, variable, length } = details;
    const place = variable === undefined ? 'its literal text or its length' : `variable '${variable}'`;
    const message =
      `A key of ${length} UTF-16 code units was not written by template '${template}': it differs in ${place}. ` +
      'Read it with the template that wrote it; for keys of other writers see the format {name:raw}.';
    super('KEY_MISMATCH', message, details);
  }
}
