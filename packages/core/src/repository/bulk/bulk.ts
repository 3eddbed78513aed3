import type { EntityClass } from '../../model/index.js';
import type { RepositoryContext } from '../context.js';
import { settingsOf } from './options.js';
import { BulkRun } from './run/bulk-run.js';
import type { BulkOptions, BulkReport } from './types.js';

/** Writes any number of items, in as few transactions as they fit into. */
export function bulk<C extends EntityClass>(
  context: RepositoryContext,
  items: unknown,
  options: BulkOptions<C> | undefined,
): Promise<BulkReport<C>> {
  return context.store.within(options, async (scope, given) => {
    const run = new BulkRun(context, items, settingsOf(given), scope);
    return (await run.run()) as BulkReport<C>;
  });
}
