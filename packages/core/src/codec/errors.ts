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

/** A stored row was written by a newer version of the class, which may know more of it. Nothing was sent. */
export class NewerVersionError extends TablewrightError<
  'ENTITY_NEWER',
  { readonly entity: string; readonly stored: number; readonly known: number }
> {
  constructor(entity: string, stored: number, known: number) {
    super(
      'ENTITY_NEWER',
      `The stored ${entity} is of version ${stored}, and this program knows version ${known}: it may read the row, but not write over it. Deploy the newer program here, too.`,
      { entity, stored, known },
    );
  }
}

/** An upgrader of a class failed on a stored row, or returned something else than columns. The row is left as it is. */
export class UpgradeError extends TablewrightError<
  'UPGRADE_FAILED',
  { readonly entity: string; readonly step: number }
> {
  constructor(entity: string, step: number, problem: string, options?: ErrorOptions) {
    super(
      'UPGRADE_FAILED',
      `${entity}: the upgrade from version ${step} to ${step + 1} ${problem}. Correct it: upgrade: { ${step}: (columns) => … }.`,
      { entity, step },
      options,
    );
  }
}
