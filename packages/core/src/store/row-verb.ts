import type { HttpMethods } from '@azure/core-rest-pipeline';
import type { ServiceProfile } from '../limits/index.js';
import type { RowOperation } from '../plan/index.js';
import { NO_CONTENT } from './headers.js';

/** How a kind of write is said in HTTP: in a request of its own, or in a part of a transaction. */
export interface RowVerb {
  readonly method: HttpMethods;
  /** A header that comes with it, besides its ETag. */
  readonly header?: readonly [name: string, value: string];
}

const INSERT: RowVerb = { method: 'POST', header: NO_CONTENT };
const REPLACE: RowVerb = { method: 'PUT' };
const MERGE: RowVerb = { method: 'PATCH' };
const DELETE: RowVerb = { method: 'DELETE' };
/** Cosmos DB knows no PATCH, only the older verb behind a POST. */
const COSMOS_MERGE: RowVerb = { method: 'POST', header: ['X-HTTP-Method', 'MERGE'] };

/** The ETag that has to match; nothing for a write to which any version, or none, will do. */
export function guardOf(operation: RowOperation): string | undefined {
  const { kind } = operation;
  return kind === 'replace' || kind === 'merge' || kind === 'delete' ? operation.ifMatch : undefined;
}

export function rowVerb(kind: RowOperation['kind'], profile: ServiceProfile): RowVerb {
  switch (kind) {
    case 'insert':
      return INSERT;
    case 'replace':
    case 'upsertReplace':
      return REPLACE;
    case 'merge':
    case 'upsertMerge':
      return profile === 'cosmos' ? COSMOS_MERGE : MERGE;
    case 'delete':
      return DELETE;
  }
}
