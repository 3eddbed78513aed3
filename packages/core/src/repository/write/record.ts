import type { EntityKeys } from '../../codec/index.js';
import type { Change } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import type { Intent, Recorded } from '../patterns/index.js';

/** What the outbox wants in the transaction of a change; `undefined` where nothing leaves the partition. */
export function record(context: RepositoryContext, keys: EntityKeys, change: Change): Recorded | undefined {
  if (context.patterns.deferred.length === 0 || !context.outbox) return undefined;
  return context.outbox.record({ context, keys, change, intents: intentsOf(context, keys, change) });
}

function intentsOf(
  { model, table, patterns }: RepositoryContext,
  { partitionKey, rowKey }: EntityKeys,
  change: Change,
): readonly Intent[] {
  return patterns.deferred.flatMap((derivation) => {
    if (derivation.state === 'dropping') return [];
    const data = derivation.intent(change);
    if (data === undefined) return [];
    const { kind, name, fingerprint } = derivation;
    return [{ entity: model.name, table, partitionKey, rowKey, kind, derivation: name, fingerprint, data }];
  });
}
