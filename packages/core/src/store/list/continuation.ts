import type { HttpHeaders } from '@azure/core-rest-pipeline';
import { OptionsError } from '../../errors/index.js';

/** Where a listing goes on, in the service's own words: they look like keys, but only the service knows. */
export interface Continuation {
  readonly partitionKey: string;
  /** Left out at the beginning of a partition. */
  readonly rowKey?: string;
}

const HEADER = 'x-ms-continuation-';

/** Any page may have one, also an empty page; without one the listing is over. */
export function continuationOf(headers: HttpHeaders): Continuation | undefined {
  const partitionKey = headers.get(`${HEADER}NextPartitionKey`);
  const rowKey = headers.get(`${HEADER}NextRowKey`);
  // An empty header is as good as none: the service has nothing else to say with it.
  if (!partitionKey) return undefined;
  return rowKey ? { partitionKey, rowKey } : { partitionKey };
}

export function continuationQuery({ partitionKey, rowKey }: Continuation): readonly string[] {
  const pairs = [`NextPartitionKey=${encoded(partitionKey)}`];
  if (rowKey !== undefined) pairs.push(`NextRowKey=${encoded(rowKey)}`);
  return pairs;
}

function encoded(key: string): string {
  if (typeof key !== 'string' || !key.isWellFormed()) {
    throw new OptionsError('after', 'after is a continuation as an earlier page brought it.');
  }
  return encodeURIComponent(key);
}
