import type { EntityClass } from '../../model/index.js';
import type { CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import type { EntityRepository } from '../repository.js';
import { chooseDerivations } from './choose-derivations.js';
import { contextOf } from './maintained.js';
import { settingsOf, type VerifyOptions } from './options.js';
import { partitionKeyOf } from './partition-key.js';
import type { RepairReport, VerifyReport } from './report.js';
import { type FindingSink, Tally } from './tally.js';
import { taskOf } from './task.js';
import { walk } from './walk/walk.js';

/**
 * Works out again what is derived from the stored entities, and compares it with what is stored. Writes
 * nothing. May run beside writers: what looks wrong is looked at again before it counts.
 *
 * 1 request for each page (1,000 rows) of the table, plus 2 and 1 for each derived row of an entity with which
 * something is wrong. A partition of more than 2,000 rows is listed once more; shared rows of partitions that
 * do not fit one page cost 1 more listing of the partition; embedded copies 1 for each source on a page.
 *
 * @example
 * const report = await verify(employees, { derivations: ['byEmail'] });
 * if (!report.clean) await repair(employees);
 */
export async function verify<C extends EntityClass>(
  repository: EntityRepository<C>,
  options?: VerifyOptions<C>,
): Promise<VerifyReport> {
  const context = contextOf(repository);
  return context.store.within(options, async (scope, given) => {
    const { mended: _, ...report } = await inspect(context, given, { mending: false }, scope);
    return report;
  });
}

/**
 * Like `verify`, and puts right what it finds. Each mend is one transaction that is refused if the entity or
 * the row was changed meanwhile; then both are looked at again. So nothing of a concurrent write is
 * overwritten. What only you can decide, such as two entities that claim one unique value, is reported and
 * left as it is. An entity whose rows are mended gets a new ETag.
 *
 * Requests as for `verify`, plus 1 for about every 50 entities that lack rows, 1 for each one with other
 * faults, and 1 for every 100 strays.
 *
 * @example
 * const { mended, findings } = await repair(employees, { partition: { department: 'Sales' } });
 */
export async function repair<C extends EntityClass>(
  repository: EntityRepository<C>,
  options?: VerifyOptions<C>,
): Promise<RepairReport> {
  const context = contextOf(repository);
  return context.store.within(options, async (scope, given) =>
    inspect(context, given, { mending: true }, scope),
  );
}

/** Both of them: all arguments are checked before anything is sent. */
export async function inspect(
  context: RepositoryContext,
  options: VerifyOptions,
  how: { readonly mending: boolean; readonly sink?: FindingSink },
  scope: CallScope,
): Promise<RepairReport> {
  // Who takes findings one by one needs no list of them.
  const settings = { ...settingsOf(options), ...(how.sink && { keep: 0 }) };
  const derivations = chooseDerivations(context, options.derivations);
  const { partition } = options;
  const only = partition === undefined ? undefined : partitionKeyOf(context, partition);
  const tally = new Tally(settings, how.sink);
  // Whoever names derivations asks for nothing else.
  const split = options.derivations === undefined ? context.patterns.split : undefined;
  const task = taskOf(context, derivations, { settings, mending: how.mending, tally, split }, scope);
  const looked = split ? [...derivations, split] : derivations;
  if (looked.length > 0) await walk(task, { only });
  return tally.result(looked);
}
