import { parseTypedPage, type RawRow } from '../../codec/index.js';
import type { StoredRow } from '../../edm/index.js';
import { ReplyInvalidError } from '../errors/index.js';
import type { Reply } from '../message.js';
import type { ReadRow } from '../read-row.js';
import { etagOfRow, ListedRow } from './listed-row.js';
import { isUtcTime } from './utc-time.js';

/** Which table a reply is about. */
export interface PageSource {
  readonly table: string;
  readonly origin: string;
}

/** The rows of a page, or ReplyInvalidError when something other than a table service answered. */
export function readPage(reply: Reply, { table, origin }: PageSource): readonly ReadRow[] {
  return rawRows(reply, table).map((raw) => new ListedRow(raw, origin));
}

/** The rows of a `minimalmetadata` page, with the type of every column. */
export function readTypedPage(reply: Reply, { table }: PageSource): readonly StoredRow[] {
  const raws = rawRows(reply, table);
  const rows = parseTypedPage(reply.text);
  if (rows.length !== raws.length) throw foreign(reply, table);
  return rows.map((row, index) => ({ ...row, etag: etagOfRow(raws[index]!) }));
}

function rawRows(reply: Reply, table: string): readonly RawRow[] {
  let value: unknown;
  try {
    value = (JSON.parse(reply.text) as { readonly value?: unknown } | null)?.value;
  } catch {
    throw foreign(reply, table);
  }
  if (!Array.isArray(value) || !value.every(isRow)) throw foreign(reply, table);
  return value as readonly RawRow[];
}

/** Keys and Timestamp are asked for even where columns are chosen. */
function isRow(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const { PartitionKey, RowKey, Timestamp } = row as Readonly<Record<string, unknown>>;
  return (
    typeof PartitionKey === 'string' &&
    typeof RowKey === 'string' &&
    typeof Timestamp === 'string' &&
    isUtcTime(Timestamp)
  );
}

function foreign(reply: Reply, table: string): ReplyInvalidError {
  return new ReplyInvalidError({ status: reply.status, table });
}
