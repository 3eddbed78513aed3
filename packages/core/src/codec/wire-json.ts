import type { CellValue, EdmType, Row } from '../edm/index.js';

/** Legal in JSON, but line ends to some JavaScript readers; Azurite corrupts them inside a batch. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** The types whose JSON form does not already say what they are. */
export const ANNOTATED: ReadonlySet<EdmType> = new Set<EdmType>([
  'Edm.Int64',
  'Edm.Double',
  'Edm.DateTime',
  'Edm.Guid',
  'Edm.Binary',
]);

/** The body of an insert: keys and columns. */
export function insertBody(row: Row): string {
  return `{"PartitionKey":${quote(row.partitionKey)},"RowKey":${quote(row.rowKey)}${columnsJson(row, ',')}}`;
}

/**
 * The body of every other write: the keys are in the address. A row without columns repeats them, because
 * Azurite fails on an empty object inside a transaction.
 */
export function columnsBody(row: Row): string {
  const columns = columnsJson(row, '');
  return columns === '' ? insertBody(row) : `{${columns}}`;
}

function columnsJson(row: Row, separator: string): string {
  let text = '';
  let before = separator;
  for (const name in row.columns) {
    const type = row.types[name]!;
    const quoted = quote(name);
    text += `${before}${quoted}:${cellJson(type, row.columns[name]!)}`;
    if (ANNOTATED.has(type)) text += `,${quoted.slice(0, -1)}@odata.type":"${type}"`;
    before = ',';
  }
  return text;
}

function cellJson(type: EdmType, value: CellValue): string {
  if (typeof value === 'string') return quote(value);
  if (type !== 'Edm.Double') return String(value);
  // A whole double keeps a decimal point, so that no reader takes it for an integer.
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function quote(text: string): string {
  const json = JSON.stringify(text);
  return json.replace(LINE_SEPARATORS, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
}
