import type { EdmType } from './edm-type.js';

export type Carrier = 'string' | 'number' | 'boolean';

/** The JSON type that carries each Edm type. */
export const CARRIERS: Readonly<Record<EdmType, Carrier>> = {
  'Edm.String': 'string',
  'Edm.Int32': 'number',
  'Edm.Int64': 'string',
  'Edm.Double': 'number',
  'Edm.Boolean': 'boolean',
  'Edm.DateTime': 'string',
  'Edm.Guid': 'string',
  'Edm.Binary': 'string',
};
