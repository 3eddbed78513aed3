import { TablewrightError } from '../errors/index.js';

export type DefinitionRule =
  | 'NO_KEY'
  | 'NO_PROPERTIES'
  | 'KEY_TEMPLATE'
  | 'KEY_PROPERTY_UNKNOWN'
  | 'KEY_PROPERTY_OPTIONAL'
  | 'KEY_PROPERTY_KIND'
  | 'COLUMN_NAME'
  | 'COLUMN_TWICE'
  | 'TOO_MANY_COLUMNS'
  | 'PROPERTY_NAME'
  | 'PROPERTY_PLACE'
  | 'TYPE_NOT_INFERRED'
  | 'ENUM_MEMBERS'
  | 'CONVERTER'
  | 'DEFAULT'
  | 'OPTIONS'
  | 'CONSTRUCTOR'
  | 'NO_TABLE'
  | 'PATTERN_CLASH'
  | 'PATTERN_REQUIRES'
  | 'PATTERN_CONFLICTS'
  | 'PATTERN_INVALID'
  | 'PATTERN_UNSUPPORTED'
  | 'ROWS_INSEPARABLE'
  | 'VERSION'
  | 'UPGRADE'
  | 'DISCRIMINATOR'
  | 'AMBIGUOUS';

export interface DefinitionDetails {
  readonly entity: string;
  readonly rule: DefinitionRule;
  readonly property?: string;
}

/** A class is declared in a way that cannot work. Thrown when the class is first used, before any I/O. */
export class DefinitionError extends TablewrightError<'DEFINITION_INVALID', DefinitionDetails> {
  constructor(message: string, details: DefinitionDetails, options?: ErrorOptions) {
    super('DEFINITION_INVALID', message, details, options);
  }
}
