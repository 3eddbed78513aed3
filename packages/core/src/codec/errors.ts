import { TablewrightError } from '../errors/index.js';

export interface ValueDetails {
  readonly entity: string;
  readonly property: string;
  readonly expected: string;
}

/** A property holds something that its column cannot store. Nothing was sent. */
export class ValueError extends TablewrightError<'VALUE_INVALID', ValueDetails> {
  constructor(details: ValueDetails, found: string, options?: ErrorOptions) {
    const { entity, property, expected } = details;
    super('VALUE_INVALID', `${entity}.${property} takes ${expected}, not ${found}.`, details, options);
  }
}

/** A stored column holds something that the property cannot. The row is left as it is. */
export class StoredValueError extends TablewrightError<
  'STORED_VALUE_INVALID',
  ValueDetails & { readonly column: string }
> {
  constructor(details: ValueDetails & { readonly column: string }, options?: ErrorOptions) {
    const { entity, property, expected, column } = details;
    super(
      'STORED_VALUE_INVALID',
      `${entity}.${property} expects ${expected}, but the stored column '${column}' holds something else. Correct the row, or declare the property by the column's real type.`,
      details,
      options,
    );
  }
}

/** An object given instead of an instance has a property that the class does not map. Nothing was sent. */
export class UnknownPropertyError extends TablewrightError<
  'PROPERTY_UNKNOWN',
  { readonly entity: string; readonly property: string }
> {
  constructor(entity: string, property: string) {
    super(
      'PROPERTY_UNKNOWN',
      `${entity} does not map '${property}': its value would be lost. Decorate the property, or leave it out.`,
      { entity, property },
    );
  }
}
