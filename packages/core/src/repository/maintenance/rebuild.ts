import type { EntityClass } from '../../model/index.js';
import type { EntityRepository } from '../repository.js';
import { derivationOf, refuseDropping } from './choose-derivations.js';
import { contextOf } from './maintained.js';
import { flagOf, type RebuildOptions, settingsOf } from './options.js';
import { RunLog } from './record/run-log.js';
import type { RebuildReport } from './report.js';
import { Tally } from './tally.js';
import { taskOf } from './task.js';
import { walk } from './walk/walk.js';

/**
 * Gives every stored entity what a derivation asks for, and takes away what it does not. To add a derivation to
 * a table that has rows: deploy it as `building` to every writer, rebuild, and deploy it as `ready` when the
 * report says `complete`. Safe beside writers; conflicts between living entities are reported, not solved.
 *
 * How far it is stands in a system row of the table. A call that was aborted, or whose process died, is taken
 * up by the next one at the first partition that was not finished; what is there already is not written again.
 * The record is bound to the derivation's fingerprint: for another one it begins anew.
 *
 * Requests as for `repair`, plus 3, and 1 for each page of the table, to record it.
 *
 * @example
 * const { complete, findings } = await rebuild(employees, 'byEmail', { onProgress: console.log });
 */
export async function rebuild<C extends EntityClass>(
  repository: EntityRepository<C>,
  derivation: string,
  options?: RebuildOptions,
): Promise<RebuildReport> {
  const context = contextOf(repository);
  return context.store.within(options, async (scope, given) => {
    const settings = settingsOf(given);
    const restart = flagOf('restart', given.restart);
    const chosen = derivationOf(context, derivation);
    refuseDropping(context, chosen);
    const log = await RunLog.begin(context, chosen, 'rebuild', restart, scope);
    const tally = new Tally(settings, undefined, log.resumed?.counts);
    const task = taskOf(context, [chosen], { settings, mending: true, tally }, scope);
    await walk(task, {
      after: log.resumed?.position,
      reached: (partitionKey) => log.reached(partitionKey, tally.counts(), scope),
    });
    const report = tally.result([chosen]);
    await log.end(report.clean ? 'complete' : 'incomplete', tally.counts(), scope);
    return {
      ...report,
      derivation: chosen.name,
      fingerprint: chosen.fingerprint,
      complete: report.clean,
      resumed: log.resumed !== undefined,
    };
  });
}
