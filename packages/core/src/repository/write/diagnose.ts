import { hasCode } from '../../errors/index.js';
import {
  type Derivation,
  type RowOperation,
  UniqueViolationError,
  type WritePlan,
  type WritePurpose,
} from '../../plan/index.js';
import { type CallScope, EntityChangedError, type ServiceError } from '../../store/index.js';
import { pointRead } from '../point-read.js';
import type { PreparedWrite } from './prepared.js';

/** What to do after a write was refused. */
export type Diagnosis =
  /** Others were faster: look again. */
  | { readonly kind: 'startOver' }
  /** The row has another version than the instance: look whether anything else about it changed. */
  | { readonly kind: 'lookAgain'; readonly item: number }
  /** A derived row that was to go is not there: plan without it. */
  | { readonly kind: 'missing'; readonly rowKey: string }
  /** A unique row is there, and it is the entity's own: plan to write over it. */
  | { readonly kind: 'owned'; readonly rowKey: string; readonly etag: string }
  | { readonly kind: 'failed'; readonly error: unknown; readonly item?: number };

/**
 * Why the service refused, in terms of entities. The primary row belongs to the caller, so he hears of it,
 * unless he named no version. All other rows are the library's: it looks again.
 */
export async function diagnose(
  error: unknown,
  plan: WritePlan,
  writes: readonly PreparedWrite[],
  scope: CallScope,
): Promise<Diagnosis> {
  if (!isRefusal(error)) return { kind: 'failed', error };
  const index = error.details?.index ?? 0;
  const operation = plan.operations[index];
  const purpose = operation && purposeOf(operation, plan.purposes?.[index], writes);
  const write = writes[purpose?.item ?? 0];
  if (!operation || !write) return { kind: 'failed', error };
  const item = purpose?.item ?? 0;
  if (!purpose || purpose.role === 'primary' || purpose.role === 'part') {
    // What was stored first was cleared away in between, as if it belonged to nobody: it is stored once more.
    const anyPart = purpose?.role === 'part' && 'ifMatch' in operation && operation.ifMatch === '*';
    const gone = hasCode(error, 'ENTITY_NOT_FOUND') || hasCode(error, 'ENTITY_CHANGED');
    if (anyPart && gone) return { kind: 'startOver' };
    const lost = write.startsOver && (write.readsBecause !== undefined || hasCode(error, 'ENTITY_CHANGED'));
    if (lost) return { kind: 'startOver' };
    if (write.seen && hasCode(error, 'ENTITY_CHANGED')) return { kind: 'lookAgain', item };
    // A further row of the entity that is no longer there: the entity was written meanwhile.
    const changed = purpose?.role === 'part' ? new EntityChangedError(error.details) : error;
    return { kind: 'failed', error: changed, item };
  }
  const { rowKey } = operation.row;
  if (purpose.role !== 'ownRow') return { kind: 'startOver' };
  const anyVersion = 'ifMatch' in operation && operation.ifMatch === '*';
  if (anyVersion && hasCode(error, 'ENTITY_NOT_FOUND')) return { kind: 'missing', rowKey };
  if (!hasCode(error, 'ENTITY_EXISTS')) return { kind: 'startOver' };
  return diagnoseUnique(error, plan, index, purpose, write, scope);
}

/**
 * A row that is held because it was copied may be one that the same transaction writes, at the version that its
 * caller knows: then it is about that write.
 */
function purposeOf(
  { row }: RowOperation,
  purpose: WritePurpose | undefined,
  writes: readonly PreparedWrite[],
): WritePurpose | undefined {
  if (purpose?.role !== 'source') return purpose;
  const item = writes.findIndex(({ keys }) => keys.rowKey === row.rowKey);
  return item < 0 ? purpose : { ...purpose, item, role: 'primary' };
}

async function diagnoseUnique(
  error: unknown,
  plan: WritePlan,
  index: number,
  purpose: WritePurpose,
  { context, keys }: PreparedWrite,
  scope: CallScope,
): Promise<Diagnosis> {
  const { row } = plan.operations[index]!;
  const derivation = context.patterns.derivations.find(({ name }) => name === purpose.derivation);
  const stored = await context.store.readTyped(pointRead(context, row), scope);
  if (!stored) return { kind: 'startOver' };
  if (sourceOf(derivation, stored) === keys.rowKey) {
    return { kind: 'owned', rowKey: row.rowKey, etag: stored.etag };
  }
  const { item } = purpose;
  const violation = new UniqueViolationError(context.model.name, purpose.derivation ?? '', item, {
    cause: error,
  });
  return { kind: 'failed', error: violation, item };
}

function sourceOf(derivation: Derivation | undefined, row: WritePlan['operations'][number]['row']) {
  return derivation?.kind === 'ownRows' ? derivation.sourceOf(row) : undefined;
}

/** The service looked at the rows and said no; anything else is not about them. */
function isRefusal(error: unknown): error is ServiceError {
  return (
    hasCode(error, 'ENTITY_EXISTS') || hasCode(error, 'ENTITY_CHANGED') || hasCode(error, 'ENTITY_NOT_FOUND')
  );
}
