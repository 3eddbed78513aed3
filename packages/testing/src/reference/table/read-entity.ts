import { invalidInput, Refusal } from '../wire/refusal.js';
import { type Cell, canonicalGuid, canonicalTime, type EdmType, int64Of, isBase64, isInt32 } from './edm.js';
import { checkPropertyName, checkValueSize } from './limits.js';
import { numberSources } from './number-sources.js';

/** The properties of a request's body. */
export interface SentEntity {
  readonly partitionKey: string | undefined;
  readonly rowKey: string | undefined;
  readonly cells: Map<string, Cell>;
  /** The cells take this many bytes at most. */
  readonly sizeBound: number;
}

const ANNOTATION = '@odata.type';
/** A name and a value take more bytes in JSON than half of what they are counted with, but for the fixed part. */
const FIXED_BYTES = 24;
const EMPTY: SentEntity = { partitionKey: undefined, rowKey: undefined, cells: new Map(), sizeBound: 0 };

/** Properties that are null are not stored. */
export function readEntity(json: string): SentEntity {
  if (json === '') return EMPTY;
  const body = parsed(json);
  const sources = numberSources(json);
  const cells = new Map<string, Cell>();
  let partitionKey: string | undefined;
  let rowKey: string | undefined;
  for (const name of Object.keys(body)) {
    if (name.endsWith(ANNOTATION) || name.startsWith('odata.')) continue;
    const value = body[name];
    if (name === 'PartitionKey') partitionKey = keyText(name, value);
    else if (name === 'RowKey') rowKey = keyText(name, value);
    else if (name !== 'Timestamp') {
      checkPropertyName(name);
      const type = body[name + ANNOTATION];
      if (value === null) continue;
      const cell = type === undefined ? untypedCell(value, sources?.get(name)) : typedCell(type, value);
      checkValueSize(cell);
      cells.set(name, cell);
    }
  }
  return { partitionKey, rowKey, cells, sizeBound: 2 * json.length + FIXED_BYTES * cells.size };
}

function parsed(json: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    throw invalidInput('The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidInput('The body is not a JSON object.');
  }
  return body as Record<string, unknown>;
}

function keyText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) {
    throw new Refusal(
      400,
      'PropertiesNeedValue',
      'The values are not specified for all properties in the entity.',
    );
  }
  throw new Refusal(400, 'PrimaryKeyPropertyIsInvalidType', `The ${name} is not a string.`);
}

/** Without a type the JSON decides: a number with a decimal point or an exponent is a Double, another an Int32. */
function untypedCell(value: unknown, source: string | undefined): Cell {
  switch (typeof value) {
    case 'string':
      return { type: 'Edm.String', value };
    case 'boolean':
      return { type: 'Edm.Boolean', value };
    case 'number':
      if (source !== undefined || !Number.isInteger(value)) return double(value);
      if (isInt32(value)) return { type: 'Edm.Int32', value };
      throw invalidInput('A whole number without a type does not fit Edm.Int32.');
    default:
      throw invalidInput('A property is an object or an array.');
  }
}

function double(value: number): Cell {
  if (!Number.isFinite(value)) throw invalidInput('A number does not fit Edm.Double.');
  return { type: 'Edm.Double', value };
}

function typedCell(type: unknown, value: unknown): Cell {
  const cell = cellOf(type as EdmType, value);
  if (cell === undefined) {
    throw new Refusal(400, 'InvalidInput', `A property's value does not fit its type, ${String(type)}.`);
  }
  return cell;
}

/** With its type, any value may also be written as text. */
function cellOf(type: EdmType, value: unknown): Cell | undefined {
  if (type === 'Edm.Boolean') return booleanCell(value);
  if (type === 'Edm.Int32') return int32Cell(value);
  if (type === 'Edm.Double') return doubleCell(value);
  if (typeof value !== 'string') return undefined;
  const canonical = canonicalValue(type, value);
  return canonical === undefined ? undefined : { type, value: canonical };
}

function booleanCell(value: unknown): Cell | undefined {
  const truth = value === 'true' ? true : value === 'false' ? false : value;
  return typeof truth === 'boolean' ? { type: 'Edm.Boolean', value: truth } : undefined;
}

function int32Cell(value: unknown): Cell | undefined {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
  return isInt32(number) ? { type: 'Edm.Int32', value: number } : undefined;
}

const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function doubleCell(value: unknown): Cell | undefined {
  if (typeof value === 'number') return double(value);
  if (typeof value !== 'string') return undefined;
  if (DECIMAL.test(value)) return double(Number(value));
  const named = value === 'NaN' || value === 'Infinity' || value === '-Infinity';
  return named ? { type: 'Edm.Double', value: Number(value) } : undefined;
}

function canonicalValue(type: EdmType, text: string): string | bigint | undefined {
  switch (type) {
    case 'Edm.String':
      return text;
    case 'Edm.Int64':
      return int64Of(text);
    case 'Edm.DateTime':
      return canonicalTime(text);
    case 'Edm.Guid':
      return canonicalGuid(text);
    case 'Edm.Binary':
      return isBase64(text) ? text : undefined;
    default:
      return undefined;
  }
}
