import type { EntityKeys, Recorded, RepositoryContext, Row } from '@tablewright/core';
import type { DeferredRows } from '../deferred-rows.js';
import type { IntentRow } from '../rows/intent-row.js';

/** One entity's change, with all that is needed to carry out what follows from it. */
export interface RecordedChange extends Recorded {
  readonly context: RepositoryContext;
  readonly keys: EntityKeys;
  readonly operation: string;
  readonly version: bigint;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly derivation: DeferredRows;
  readonly intent: IntentRow;
}
