import type { ServiceProfile } from '../../limits/index.js';
import type { RowOperation } from '../../plan/index.js';
import { keyLiteral } from '../endpoint.js';
import { MINIMAL_METADATA } from '../headers.js';
import { rowBody } from '../row-body.js';
import { guardOf, rowVerb } from '../row-verb.js';

const CRLF = '\r\n';

/** Where a transaction goes, and as what. */
export interface BatchFrame {
  readonly base: string;
  readonly table: string;
  readonly id: string;
  readonly profile: ServiceProfile;
}

export const batchBoundary = (id: string): string => `batch_${id}`;

/** Writes an entity group transaction. Its operations are of one partition. */
export function batchBody(frame: BatchFrame, operations: readonly RowOperation[]): string {
  const batch = batchBoundary(frame.id);
  const changeset = `changeset_${frame.id}`;
  const partition = keyLiteral(operations[0]!.row.partitionKey);
  const parts: Partial<Record<RowOperation['kind'], PartFrame>> = {};
  let text = `--${batch}${CRLF}Content-Type: multipart/mixed; boundary=${changeset}${CRLF}${CRLF}`;
  for (const operation of operations) {
    const { kind } = operation;
    parts[kind] ??= partFrame(frame, changeset, kind, partition);
    const { opening, closing } = parts[kind];
    text += kind === 'insert' ? opening : opening + keyLiteral(operation.row.rowKey);
    const guard = guardOf(operation);
    text += guard === undefined ? closing + CRLF : `${closing}If-Match: ${guard}${CRLF}${CRLF}`;
    const body = rowBody(operation);
    text += body === undefined ? CRLF : body + CRLF;
  }
  return `${text}--${changeset}--${CRLF}--${batch}--${CRLF}`;
}

/** What all parts of a kind have in common: all up to the row's key, and from there to its ETag. */
interface PartFrame {
  readonly opening: string;
  readonly closing: string;
}

function partFrame(
  { base, table, profile }: BatchFrame,
  changeset: string,
  kind: RowOperation['kind'],
  partition: string,
): PartFrame {
  const { method, header } = rowVerb(kind, profile);
  const [keys, end] = kind === 'insert' ? ['', ''] : [`(PartitionKey='${partition}',RowKey='`, `')`];
  return {
    opening: `--${changeset}${CRLF}Content-Type: application/http${CRLF}Content-Transfer-Encoding: binary${CRLF}${CRLF}${method} ${base}/${table}${keys}`,
    closing:
      `${end} HTTP/1.1${CRLF}Accept: ${MINIMAL_METADATA}${CRLF}DataServiceVersion: 3.0${CRLF}` +
      (kind === 'delete' ? '' : `Content-Type: application/json${CRLF}`) +
      (header ? `${header[0]}: ${header[1]}${CRLF}` : ''),
  };
}
