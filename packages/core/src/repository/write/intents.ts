import { hasCode } from '../../errors/index.js';
import { TransactionShapeError } from '../../limits/index.js';
import type { RowOperation, WritePlan } from '../../plan/index.js';
import type { CallScope } from '../../store/index.js';
import type { Intent, Outbox } from '../patterns/index.js';
import type { EntityChange, WorkedOut } from './plan-writes.js';
import type { PreparedWrite } from './prepared.js';

/** A plan with what has to happen around its commit. */
export interface Staged {
  readonly plan: WritePlan;
  committed(scope: CallScope): Promise<void>;
  abandoned(error: unknown): Promise<void>;
}

/** Runs the effects of the patterns, and lets the outbox record what follows after the commit. */
export async function stageIntents(
  writes: readonly PreparedWrite[],
  { entities }: WorkedOut,
  plan: WritePlan,
  scope: CallScope,
): Promise<Staged> {
  const { context } = writes[0]!;
  if (writes.every(({ context: { patterns } }) => patterns.effects.length + patterns.deferred.length === 0)) {
    return nothingAround(plan);
  }
  for (const { change, item } of entities) {
    for (const effectsOf of writes[item]!.context.patterns.effects) {
      for (const effect of effectsOf(change)) await effect.run(scope);
    }
  }
  const intents = entities.flatMap((entity) => intentsOf(writes[entity.item]!, entity));
  if (intents.length === 0) return nothingAround(plan);
  const outbox = onlyOutbox(writes);
  const staged = await outbox.stage(intents, scope);
  return {
    plan: withOperations(plan, staged.operations, context.model.name),
    // The commit stands, whatever happens to what follows: the intents are recorded, and others take them up.
    committed: (end) => quietly(() => staged.committed(end)),
    // A write of unknown outcome may yet have been applied: its intents are not given up.
    abandoned: (error) =>
      quietly(async () => (hasCode(error, 'OUTCOME_UNKNOWN') ? undefined : staged.abandoned())),
  };
}

function nothingAround(plan: WritePlan): Staged {
  return { plan, committed: async () => {}, abandoned: async () => {} };
}

/** What follows from one transaction is recorded in one place. */
function onlyOutbox(writes: readonly PreparedWrite[]): Outbox {
  const outboxes = new Set(writes.flatMap(({ context: { outbox } }) => outbox ?? []));
  if (outboxes.size === 1) return [...outboxes][0]!;
  throw new TransactionShapeError(
    'The repositories of this transaction have different outboxes. Give them the same one.',
  );
}

/** The outbox's own trouble changes nothing about the write: what follows is recorded, or was never to be. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // It is the outbox's to report.
  }
}

function intentsOf({ context, keys }: PreparedWrite, { change }: EntityChange): readonly Intent[] {
  const { model, table, patterns } = context;
  return patterns.deferred.flatMap((derivation) => {
    if (derivation.state === 'dropping') return [];
    const data = derivation.intent(change);
    if (data === undefined) return [];
    const { kind, name, fingerprint } = derivation;
    const { partitionKey, rowKey } = keys;
    return [{ entity: model.name, table, partitionKey, rowKey, kind, derivation: name, fingerprint, data }];
  });
}

function withOperations(plan: WritePlan, added: readonly RowOperation[], entity: string): WritePlan {
  const own =
    plan.purposes ??
    plan.operations.map(() => ({ item: 0, role: 'primary' as const, entity, verb: 'write' }));
  return {
    ...plan,
    operations: [...plan.operations, ...added],
    purposes: [...own, ...added.map(() => ({ item: 0, role: 'outbox' as const, entity, verb: 'record' }))],
  };
}
