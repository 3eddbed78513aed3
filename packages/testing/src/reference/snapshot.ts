import type { EdmType } from './table/edm.js';

/** One stored property. Int64 is a bigint, DateTime text with seven digits, Guid in lower case, Binary base64. */
export interface StoredCell {
  readonly type: EdmType;
  readonly value: string | number | boolean | bigint;
}

/** One stored entity. It is the service's own, not a copy, and never changes. */
export interface StoredEntity {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp: string;
  readonly etag: string;
  readonly cells: ReadonlyMap<string, StoredCell>;
}

/** One message, whether visible or not. */
export interface StoredMessage {
  readonly messageId: string;
  readonly text: string;
  readonly dequeueCount: number;
  /** Milliseconds since 1970. */
  readonly insertedAt: number;
  readonly expiresAt: number;
  readonly visibleAt: number;
}

/** Everything that is stored, for checkers: tables and queues by name, entities in the order of their keys. */
export interface ReferenceSnapshot {
  readonly tables: ReadonlyMap<string, readonly StoredEntity[]>;
  readonly queues: ReadonlyMap<string, readonly StoredMessage[]>;
}
