/** The types that the Table service stores, by their names on the wire. */
export type EdmType =
  | 'Edm.String'
  | 'Edm.Int32'
  | 'Edm.Int64'
  | 'Edm.Double'
  | 'Edm.Boolean'
  | 'Edm.DateTime'
  | 'Edm.Guid'
  | 'Edm.Binary';

const EDM_TYPES: ReadonlySet<string> = new Set<EdmType>([
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Boolean',
  'Edm.DateTime',
  'Edm.Guid',
  'Edm.Binary',
]);

export function isEdmType(name: unknown): name is EdmType {
  return typeof name === 'string' && EDM_TYPES.has(name);
}
