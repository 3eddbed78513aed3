import { createHash } from 'node:crypto';
import { emptyColumns, emptyTypes } from '../../edm/index.js';
import { hasCode, OptionsError } from '../../errors/index.js';
import { SYSTEM_PREFIX } from '../../keys/index.js';
import type { RowOperation, WritePlan, WritePurpose } from '../../plan/index.js';
import type { CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { pointRead } from '../point-read.js';
import type { PreparedWrite } from './prepared.js';

/** What a write may be called by, so that it happens once however often it is asked for. */
export interface Idempotent {
  /**
   * The caller's own name for this write, such as the id of the message that asked for it; unique in the partition. A
   * row in the write's transaction records it: asked for again, the write does nothing, and succeeds. 1 more request
   * then, to see that row.
   */
  readonly idempotencyKey?: string;
}

/** Of a call's options, the name of the write alone. */
export function onceOnly({ idempotencyKey }: Idempotent): Idempotent {
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}

/** With which the rows begin that record such names. */
export const MARKER_PREFIX: string = `${SYSTEM_PREFIX}done `;

const LONGEST_KEY = 1_024;

/** The row that records that a write took place. */
export type Marker = Extract<RowOperation, { kind: 'insert' }>;

export function markerOf({ keys }: PreparedWrite, { idempotencyKey }: Idempotent): Marker | undefined {
  if (idempotencyKey === undefined) return undefined;
  // Texts that are not well formed would all be taken for the same.
  const sound = typeof idempotencyKey === 'string' && idempotencyKey !== '' && idempotencyKey.isWellFormed();
  if (!sound || idempotencyKey.length > LONGEST_KEY) {
    throw new OptionsError(
      'idempotencyKey',
      `idempotencyKey is a well-formed text of 1 to ${LONGEST_KEY} characters.`,
    );
  }
  const digest = createHash('sha256').update(idempotencyKey).digest('base64url').slice(0, 22);
  const { partitionKey } = keys;
  const row = { partitionKey, rowKey: MARKER_PREFIX + digest, columns: emptyColumns(), types: emptyTypes() };
  return { kind: 'insert', row };
}

/** The plan with the row that records it. */
export function withMarker(plan: WritePlan, marker: Marker | undefined, { verb }: PreparedWrite): WritePlan {
  if (!marker) return plan;
  const { entity, operations } = plan;
  const own =
    plan.purposes ?? operations.map((): WritePurpose => ({ item: 0, role: 'primary', entity, verb }));
  return {
    ...plan,
    operations: [...operations, marker],
    purposes: [...own, { item: 0, role: 'marker', entity, verb }],
  };
}

/** Whether the write took place before: 1 request. */
export async function tookPlace(
  context: RepositoryContext,
  { row }: Marker,
  scope: CallScope,
): Promise<boolean> {
  return (await context.store.read(pointRead(context, row), scope)) !== undefined;
}

/** What an earlier call of the same name may have caused: the rows are not as this one expects them. */
export function mayBeOwnDoing(error: unknown): boolean {
  return ['ENTITY_EXISTS', 'ENTITY_CHANGED', 'ENTITY_NOT_FOUND', 'UNIQUE_VIOLATION'].some((code) =>
    hasCode(error, code),
  );
}

/** What callers get whose writes took place before. No ETag: nobody knows what was written since. */
export function settleAgain(writes: readonly PreparedWrite[]): readonly unknown[] {
  return writes.map((write) => (write.verb === 'delete' ? true : write.settle(undefined, undefined)));
}
