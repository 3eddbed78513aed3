import type { RawRow } from '../../codec/index.js';
import { isEtag } from '../../limits/index.js';
import { etagOfTimestamp } from '../etag.js';
import type { ReadRow } from '../read-row.js';

/**
 * A row of a page. A scan makes one for each row, and of most of them nobody asks the ETag: what is in the raw
 * row stays there until then.
 */
export class ListedRow implements ReadRow {
  readonly raw: RawRow;
  readonly origin: string;

  constructor(raw: RawRow, origin: string) {
    this.raw = raw;
    this.origin = origin;
  }

  get etag(): string {
    return etagOfRow(this.raw);
  }

  get partitionKey(): string {
    return this.raw['PartitionKey'] as string;
  }

  get rowKey(): string {
    return this.raw['RowKey'] as string;
  }
}

/** With metadata a row may bring its own; Cosmos DB's cannot be told from the Timestamp. */
export function etagOfRow(raw: RawRow): string {
  const given = raw['odata.etag'];
  return isEtag(given) ? given : etagOfTimestamp(raw['Timestamp'] as string);
}
