import { rowKeyOf } from '../../domain/keys.js';
import { DEPARTMENT } from '../../domain/staff.js';
import { malformed } from './refusal.js';
import { idOfRow, type Metadata, rowJson } from './rows.js';

export const PAGE_ROWS = 1_000;
const PAGES_TABLE = /^Pages(\d{1,4})$/;

/** The name of a table that holds so many full pages of one partition. */
export function tableOfPages(pages: number): string {
  return `Pages${pages}`;
}

export interface StubPage {
  readonly body: Buffer;
  /** The row at which the next page begins. */
  readonly nextRowKey?: string;
}

const bodies = new Map<string, Buffer>();

/** One page of a table. Made when it is first asked for, and kept: the server must not be the slow one. */
export function pageOf(table: string, nextRowKey: string | null, metadata: Metadata): StubPage {
  const pages = Number(PAGES_TABLE.exec(table)?.[1] ?? 0);
  const start = nextRowKey === null ? 0 : idOfRow(nextRowKey);
  if (start === undefined || start % PAGE_ROWS !== 0)
    throw malformed('the continuation is not one of the stub');
  const body = bodyOf(start, pages === 0 ? 0 : PAGE_ROWS, metadata);
  const next = start + PAGE_ROWS;
  return next < pages * PAGE_ROWS ? { body, nextRowKey: rowKeyOf(next) } : { body };
}

function bodyOf(start: number, rows: number, metadata: Metadata): Buffer {
  const name = `${start} ${rows} ${metadata}`;
  let body = bodies.get(name);
  if (!body) {
    const texts = Array.from({ length: rows }, (_, index) => rowJson(DEPARTMENT, start + index, metadata));
    const head = metadata === 'minimal' ? '"odata.metadata":"http://127.0.0.1/$metadata#Employees",' : '';
    body = Buffer.from(`{${head}"value":[${texts.join(',')}]}`);
    bodies.set(name, body);
  }
  return body;
}
