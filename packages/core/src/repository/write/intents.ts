import { hasCode } from '../../errors/index.js';
import type { RowOperation, WritePlan } from '../../plan/index.js';
import type { CallScope } from '../../store/index.js';
import type { Intent } from '../patterns/index.js';
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
  for (const { change, item } of entities) {
    for (const effectsOf of writes[item]!.context.patterns.effects) {
      for (const effect of effectsOf(change)) await effect.run(scope);
    }
  }
  const intents = entities.flatMap((entity) => intentsOf(writes[entity.item]!, entity));
  const outbox = writes.map(({ context: { outbox: own } }) => own).find((own) => own !== undefined);
  if (intents.length === 0 || !outbox) return { plan, committed: async () => {}, abandoned: async () => {} };
  const staged = await outbox.stage(intents, scope);
  return {
    plan: withOperations(plan, staged.operations, context.model.name),
    // The commit stands, whatever happens to what follows: the intents are recorded, and others take them up.
    committed: (end) => staged.committed(end).catch(() => {}),
    // A write of unknown outcome may yet have been applied: its intents are not given up.
    abandoned: async (error) => (hasCode(error, 'OUTCOME_UNKNOWN') ? undefined : staged.abandoned()),
  };
}

function intentsOf({ context, keys }: PreparedWrite, { change }: EntityChange): readonly Intent[] {
  const { model, table, patterns } = context;
  return patterns.deferred.flatMap((derivation) => {
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
