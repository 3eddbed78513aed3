import type { EntityClass } from '../../model/index.js';
import { forkScope } from '../../store/index.js';
import { openCall } from '../query/run/open-call.js';
import type { EntityRepository } from '../repository.js';
import { Channel } from './channel.js';
import type { Finding } from './finding.js';
import { contextOf } from './maintained.js';
import type { VerifyOptions } from './options.js';
import { inspect } from './verify.js';

/** So many findings may wait to be taken; then looking waits, too. */
const AHEAD = 100;

/**
 * Verifies and hands out findings one by one as they are made, so that any number of them fits memory.
 * Requests as for `verify`; none until the first finding is asked for, and none after the loop is left.
 *
 * @example
 * for await (const { kind, derivation, rowKey } of findings(employees)) console.log(kind, derivation, rowKey);
 */
export async function* findings<C extends EntityClass>(
  repository: EntityRepository<C>,
  options?: VerifyOptions<C>,
): AsyncGenerator<Finding, void, undefined> {
  const context = contextOf(repository);
  const call = await openCall<VerifyOptions>(context.store, options);
  const { scope, end } = forkScope(call.scope);
  const channel = new Channel<Finding>(AHEAD);
  const sink = (finding: Finding) => channel.put(finding);
  const looking = inspect(context, call.options, { mending: false, sink }, scope);
  const over = looking.then(
    () => channel.close(),
    () => channel.close(),
  );
  try {
    for (let next = await channel.take(); next; next = await channel.take()) yield next;
    await looking;
  } finally {
    channel.close();
    end();
    await over;
    scope.dispose();
    call.close();
  }
}
