import { Refusal } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';
import { type Metadata, member, type Row } from './row.js';

export const JSON_TYPES: Readonly<Record<Metadata, string>> = {
  none: 'application/json;odata=nometadata;streaming=true;charset=utf-8',
  minimal: 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8',
  full: 'application/json;odata=fullmetadata;streaming=true;charset=utf-8',
};

/** How much the client wants to be told; `$format` outdoes the Accept header. */
export function metadataOf(request: WireRequest): Metadata {
  const accept = request.parameter('$format') ?? request.header('accept') ?? 'application/json';
  if (accept.includes('odata=nometadata')) return 'none';
  if (accept.includes('odata=fullmetadata')) return 'full';
  if (accept.includes('application/json') || accept.includes('*/*')) return 'minimal';
  throw new Refusal(415, 'AtomFormatNotSupported', 'Atom format is not supported: accept application/json.');
}

/** Where rows come from, for the addresses in metadata. */
export interface Origin {
  /** The account's address. */
  readonly base: string;
  readonly account: string;
  readonly table: string;
}

export function rowAddress({ table }: { readonly table: string }, row: Row): string {
  return `${table}(PartitionKey='${keyLiteral(row.partitionKey)}',RowKey='${keyLiteral(row.rowKey)}')`;
}

function keyLiteral(key: string): string {
  return encodeURIComponent(key.replaceAll("'", "''"));
}

/** An entity as JSON members, without braces. A property that was asked for and is missing is null. */
export function rowMembers(
  row: Row,
  metadata: Metadata,
  select: readonly string[] | undefined,
  origin: Origin,
): string {
  const members = select ? selectedMembers(row, metadata, select) : row.members(metadata);
  if (metadata === 'none') return members;
  const etag = `"odata.etag":${JSON.stringify(row.etag)}`;
  if (metadata === 'minimal') return members === '' ? etag : `${etag},${members}`;
  const path = rowAddress(origin, row);
  const id = `"odata.type":"${origin.account}.${origin.table}","odata.id":${JSON.stringify(`${origin.base}/${path}`)}`;
  const timed = members.replace('"Timestamp":', '"Timestamp@odata.type":"Edm.DateTime","Timestamp":');
  return `${id},${etag},"odata.editLink":${JSON.stringify(path)}${timed === '' ? '' : `,${timed}`}`;
}

function selectedMembers(row: Row, metadata: Metadata, select: readonly string[]): string {
  return select
    .map((name) => {
      if (name === 'Timestamp') return `"Timestamp":"${row.timestamp}"`;
      const cell = row.cell(name);
      return cell ? member(name, cell, metadata !== 'none') : `${JSON.stringify(name)}:null`;
    })
    .join(',');
}
