import { TablewrightError } from '../errors/index.js';

/** A table name that the service would refuse. */
export class TableNameError extends TablewrightError<'TABLE_NAME_INVALID', { readonly length: number }> {
  constructor(message: string, length: number) {
    super('TABLE_NAME_INVALID', message, { length });
  }
}

export type LimitName =
  | 'STRING_UNITS'
  | 'BINARY_BYTES'
  | 'PROPERTIES'
  | 'ENTITY_BYTES'
  | 'KEY_BYTES'
  | 'TRANSACTION_OPERATIONS'
  | 'TRANSACTION_BYTES';

export interface LimitDetails {
  readonly limit: LimitName;
  readonly most: number;
  readonly actual: number;
  readonly column?: string;
}

/** Something is larger than the service takes. Nothing was sent. */
export class LimitError extends TablewrightError<'LIMIT_EXCEEDED', LimitDetails> {
  constructor(message: string, details: LimitDetails) {
    super('LIMIT_EXCEEDED', message, details);
  }
}

/** Operations that cannot go together into one transaction. Nothing was sent. */
export class TransactionShapeError extends TablewrightError<
  'TRANSACTION_INVALID',
  { readonly index?: number }
> {
  constructor(message: string, index?: number) {
    super('TRANSACTION_INVALID', message, index === undefined ? {} : { index });
  }
}

/** A row that breaks a rule of the service. Nothing was sent. */
export class RowError extends TablewrightError<'ROW_INVALID', { readonly column?: string }> {
  constructor(message: string, column?: string) {
    super('ROW_INVALID', message, column === undefined ? {} : { column });
  }
}
