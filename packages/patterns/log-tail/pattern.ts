import type { EntityClass, EntityOf, Pattern, ServiceLimits } from '@tablewright/core';
import type { LogApi } from './api.js';
import { appender } from './append.js';
import { assigner } from './assign.js';
import { compileLog } from './compile-log.js';
import { followLog } from './follow-log.js';
import { LogReader } from './log-reader.js';
import type { LogOptions } from './options.js';
import type { OptionsCheck } from './options-check.js';
import { readOptions } from './read-options.js';

/**
 * The log tail pattern: the newest entries come first, because the time stands in the row key as inverted ticks.
 * New entries get their time and an id, so that many writers never meet in one key. Everything that an entity has,
 * entries have too: `insert`, `bulk` and transactions give them their place as `append` does.
 *
 * @example
 * ```
 * @Entity({ table: 'Expenses' })
 * class Expense {
 *   static readonly key = key({ partition: '{employee}', row: '{submitted:desc}_{id}' });
 *   @Text() employee!: string;
 *   @DateTime() submitted!: Date;
 *   @Text() id!: string;
 *   @Double() amount!: number;
 * }
 * class Expenses extends Repository(Expense).with(LogTail({ at: 'submitted', tie: 'id' })) {}
 * await expenses.append({ employee: 'e223', amount: 12.5 });
 * await expenses.latest({ employee: 'e223' }, 10).all();
 * ```
 */
export function LogTail<C extends EntityClass, const O extends LogOptions<EntityOf<C>>>(
  options: O & OptionsCheck<C, O>,
): Pattern<C, LogApi<C, O>, {}> {
  return {
    name: 'LogTail',
    define(scope) {
      const log = compileLog(scope, readOptions(scope, options));
      const assigning = assigner(log);
      return {
        unfit,
        assign: assigning.assign,
        members: {
          append: (host) => appender(host, log, assigning),
          latest: ({ context }) => new LogReader(context, log).latest,
          since: ({ context }) => new LogReader(context, log).since,
          between: ({ context }) => new LogReader(context, log).between,
          tail: ({ context }) => followLog(new LogReader(context, log)),
        },
      };
    },
  };
}

/** The whole pattern rests on the order of rows. */
function unfit({ profile }: ServiceLimits): string | undefined {
  return profile === 'cosmos'
    ? 'Cosmos DB does not return rows in the order of their keys, so the newest would not come first. Use Table storage for this log, or read it with query() and sort what you get.'
    : undefined;
}
