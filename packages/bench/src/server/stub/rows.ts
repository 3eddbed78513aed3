import { idOf, rowKeyOf } from '../../domain/keys.js';
import { personOf } from '../../domain/staff.js';
import { etagOfTimestamp, storedRow, TIMESTAMP } from '../../domain/stored-row.js';

/** How much a reply tells about types. */
export type Metadata = 'none' | 'minimal';

/** There are employees up to this number: somebody has to be missing. */
const ROWS = 900_000;

export const ETAG = etagOfTimestamp(TIMESTAMP);

const ANNOTATIONS: Readonly<Record<string, string>> = {
  hired: 'Edm.DateTime',
  salary: 'Edm.Int64',
  badge: 'Edm.Guid',
};

/** The JSON of one employee's row. A whole double keeps its decimal point, as the service writes it. */
export function rowJson(department: string, id: number, metadata: Metadata): string {
  const cells = Object.entries(storedRow(personOf(id, department))).map(([name, cell]) => {
    const value = name === 'rating' && Number.isInteger(cell) ? `${cell}.0` : JSON.stringify(cell);
    const type = metadata === 'minimal' ? ANNOTATIONS[name] : undefined;
    return type === undefined ? `"${name}":${value}` : `"${name}@odata.type":"${type}","${name}":${value}`;
  });
  if (metadata === 'minimal') cells.unshift(`"odata.etag":${JSON.stringify(ETAG)}`);
  return `{${cells.join(',')}}`;
}

/** The number of the employee whose row this is; `undefined`: there is no such row. */
export function idOfRow(rowKey: string): number | undefined {
  const id = idOf(rowKey);
  return id < ROWS && rowKeyOf(id) === rowKey ? id : undefined;
}
