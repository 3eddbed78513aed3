import type { EntityKeys } from '../../codec/index.js';
import type { Change, DerivationState, RowOperation } from '../../plan/index.js';
import type { CallScope } from '../../store/index.js';

/**
 * A derivation that leaves the partition: it cannot be in the entity's own transaction. A `handoff` moves the
 * primary itself elsewhere.
 */
export interface DeferredDerivation {
  readonly kind: 'deferred' | 'handoff';
  readonly name: string;
  readonly state: DerivationState;
  readonly fingerprint: string;
  /** What has to be done because of this change, as plain data that JSON keeps; `undefined` for nothing. */
  intent(change: Change): unknown;
}

/** Something to be done after the commit, recorded in the commit. */
export interface Intent extends EntityKeys {
  readonly entity: string;
  readonly table: string;
  readonly kind: DeferredDerivation['kind'];
  readonly derivation: string;
  readonly fingerprint: string;
  readonly data: unknown;
}

/**
 * Carries out what a transaction cannot reach. Core only knows this port; a repository with a deferred
 * pattern asks for one in its constructor.
 */
export interface Outbox {
  /** Called before the commit. The operations that it returns ride in the same transaction. */
  stage(intents: readonly Intent[], scope: CallScope): Promise<StagedIntents>;
}

export interface StagedIntents {
  readonly operations: readonly RowOperation[];
  /** Called after the commit: may apply the intents at once. What it throws does not undo the commit. */
  committed(scope: CallScope): Promise<void>;
  /** Called when the commit was refused. */
  abandoned(): Promise<void>;
}

/** What the constructor of a repository with a deferred pattern asks for. */
export interface NeedsOutbox {
  readonly outbox: Outbox;
}
