import type { ServiceProfile } from '../limits/index.js';
import { HeaderSet } from './http/index.js';

/** Types come from the model, so replies need no metadata: pages are a third smaller. */
const NO_METADATA = 'application/json;odata=nometadata';
export const MINIMAL_METADATA = 'application/json;odata=minimalmetadata';

/** Not asked for, an insert's reply would repeat the row. */
export const NO_CONTENT = ['Prefer', 'return-no-content'] as const;

const VERSIONS = { 'x-ms-version': '2019-02-02', DataServiceVersion: '3.0' };

export interface HeaderSets {
  readonly read: HeaderSet;
  /** Where the types are not known: every row says its own. */
  readonly readTyped: HeaderSet;
  readonly write: HeaderSet;
  /** A write whose reply need not repeat what was written. */
  readonly insert: HeaderSet;
}

/** Cosmos DB derives its ETags otherwise, so there every row has to bring its own. */
export function headerSets(profile: ServiceProfile): HeaderSets {
  const versions = HeaderSet.of(VERSIONS);
  const readTyped = versions.with('Accept', MINIMAL_METADATA);
  const read = profile === 'cosmos' ? readTyped : versions.with('Accept', NO_METADATA);
  const write = read.with('Content-Type', 'application/json');
  return { read, readTyped, write, insert: write.with(...NO_CONTENT) };
}
