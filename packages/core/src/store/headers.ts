import type { ServiceProfile } from '../limits/index.js';

/** Types come from the model, so replies need no metadata: pages are a third smaller. */
const NO_METADATA = 'application/json;odata=nometadata';
export const MINIMAL_METADATA = 'application/json;odata=minimalmetadata';

const VERSIONS = { 'x-ms-version': '2019-02-02', DataServiceVersion: '3.0' };

export interface HeaderSets {
  readonly read: Readonly<Record<string, string>>;
  /** Where the types are not known: every row says its own. */
  readonly readTyped: Readonly<Record<string, string>>;
  readonly write: Readonly<Record<string, string>>;
}

/** Cosmos DB derives its ETags otherwise, so there every row has to bring its own. */
export function headerSets(profile: ServiceProfile): HeaderSets {
  const readTyped = { ...VERSIONS, Accept: MINIMAL_METADATA };
  const read = profile === 'cosmos' ? readTyped : { ...VERSIONS, Accept: NO_METADATA };
  return { read, readTyped, write: { ...read, 'Content-Type': 'application/json' } };
}
