import { parseTypedPage, type RawRow } from '../../codec/index.js';
import type { StoredRow } from '../../edm/index.js';
import { isEtag } from '../../limits/index.js';
import { ReplyInvalidError } from '../errors/index.js';
import { etagOfTimestamp } from '../etag.js';
import type { ReadRow } from '../executor.js';
import type { Reply } from '../message.js';

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?Z$/;

/** The rows of a page, or ReplyInvalidError when something other than a table service answered. */
export function readPage(reply: Reply, table: string): readonly ReadRow[] {
  return rawRows(reply, table).map((raw) => ({
    raw,
    etag: etagOfRow(raw),
    partitionKey: raw['PartitionKey'] as string,
    rowKey: raw['RowKey'] as string,
  }));
}

/** The rows of a `minimalmetadata` page, with the type of every column. */
export function readTypedPage(reply: Reply, table: string): readonly StoredRow[] {
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
    UTC_TIME.test(Timestamp)
  );
}

/** With metadata a row may bring its own; Cosmos DB's cannot be told from the Timestamp. */
function etagOfRow(raw: RawRow): string {
  const given = raw['odata.etag'];
  return isEtag(given) ? given : etagOfTimestamp(raw['Timestamp'] as string);
}

function foreign(reply: Reply, table: string): ReplyInvalidError {
  return new ReplyInvalidError({ status: reply.status, table });
}
