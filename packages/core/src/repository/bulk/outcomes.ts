import type { EntityClass } from '../../model/index.js';
import type { RepositoryContext } from '../context.js';
import { settingsOf } from './options.js';
import { BulkRun } from './run/bulk-run.js';
import { Handover } from './run/handover.js';
import type { BulkOptions, BulkOutcome, BulkReport } from './types.js';

export type BulkOutcomesOptions<C extends EntityClass> = Omit<BulkOptions<C>, 'onOutcome'>;

/**
 * A run whose outcomes are asked for one by one: it goes no faster than they are taken. Leaving the loop ends it,
 * once the transactions under way are finished.
 */
export async function* bulkOutcomes<C extends EntityClass>(
  context: RepositoryContext,
  items: unknown,
  options: BulkOutcomesOptions<C> | undefined,
): AsyncGenerator<BulkOutcome<C>, BulkReport<C>, undefined> {
  const outcomes = new Handover<BulkOutcome<C>>();
  let begun: BulkRun | undefined;
  const ended = context.store.within(options, async (scope, given) => {
    const onOutcome = (outcome: BulkOutcome<C>) => outcomes.give(outcome);
    begun = new BulkRun(context, items, settingsOf<C>({ ...given, onOutcome }), scope);
    return (await begun.run()) as BulkReport<C>;
  });
  ended.then(
    () => outcomes.close(),
    () => outcomes.close(),
  );
  try {
    for (let next = await outcomes.take(); next; next = await outcomes.take()) yield next.value;
    return await ended;
  } finally {
    begun?.stop('STOPPED', undefined);
    outcomes.close();
    await ended.catch(() => {});
  }
}
