import type { Cell } from '../../domain/stored-row.js';
import { malformed } from './refusal.js';

/** The JSON of a row: columns, keys and annotations side by side. */
export type Cells = Readonly<Record<string, Cell>>;

export const TYPE_SUFFIX = '@odata.type';

const TYPES: ReadonlySet<unknown> = new Set(
  ['Binary', 'Boolean', 'DateTime', 'Double', 'Guid', 'Int32', 'Int64', 'String'].map(
    (name) => `Edm.${name}`,
  ),
);

/** The body of a write, checked: an object of cells, whose annotations name types of the service. */
export function readCells(json: string): Cells {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    throw malformed('the body is not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('the body is no object');
  const cells = body as Readonly<Record<string, unknown>>;
  for (const name in cells) {
    const cell = cells[name];
    if (typeof cell !== 'string' && typeof cell !== 'number' && typeof cell !== 'boolean') {
      throw malformed(`'${name}' is neither text nor a number nor a boolean`);
    }
    if (name.endsWith(TYPE_SUFFIX) && !TYPES.has(cell)) throw malformed(`'${name}' names no type`);
  }
  return cells as Cells;
}
