import { hasCode } from '../../errors/index.js';
import { TransactionShapeError } from '../../limits/index.js';
import type { WritePlan } from '../../plan/index.js';
import { type CallScope, checkOperations, TimeoutError } from '../../store/index.js';
import type { Announced, Outbox } from '../patterns/index.js';
import type { EtagOfRow } from './etags-by-row.js';
import type { WorkedOut } from './plan-writes.js';
import type { PreparedWrite } from './prepared.js';

/** What has to happen around a commit. */
export interface Around {
  /** Sends the transaction, as long as that may be done. */
  commit(scope: CallScope, send: Send): Promise<EtagOfRow>;
}

/** The new ETags of the rows that were written. */
type Send = (scope: CallScope) => Promise<EtagOfRow>;

const NOTHING: Around = { commit: (scope, send) => send(scope) };

/** Runs the effects of the patterns, and lets the outbox tell others what follows from the transaction. */
export async function prepareCommit(
  writes: readonly PreparedWrite[],
  { entities }: Pick<WorkedOut, 'entities'>,
  plan: WritePlan,
  scope: CallScope,
): Promise<Around> {
  if (writes.every(({ context: { patterns } }) => patterns.effects.length + patterns.deferred.length === 0)) {
    return NOTHING;
  }
  for (const { change, item } of entities) {
    for (const effectsOf of writes[item]!.context.patterns.effects) {
      for (const effect of effectsOf(change)) await effect.run(scope);
    }
  }
  const recorded = entities.flatMap(({ recorded, records }) => (recorded && records ? [recorded] : []));
  if (recorded.length === 0) return NOTHING;
  const { clock, limits } = writes[0]!.context.store;
  // What does not fit is refused before anybody is told of it.
  checkOperations(plan, limits);
  const startedAt = clock.monotonic();
  const announced = await onlyOutbox(writes).announce(recorded, scope);
  const { within } = announced;
  return {
    async commit(outer, send) {
      const etagOf = await sendAnnounced(announced, async () => {
        if (within === undefined) return send(outer);
        const left = within - (clock.monotonic() - startedAt);
        if (left <= 0) throw new TimeoutError(within);
        return writes[0]!.context.store.within(
          { timeout: left, ...(outer.signal && { signal: outer.signal }) },
          (bounded) => send({ ...bounded, pace: outer.pace }),
        );
      });
      // The commit stands, whatever happens to what follows: the intents are recorded, and others take them up.
      await quietly(() => announced.committed(outer, etagOf));
      return etagOf;
    },
  };
}

async function sendAnnounced(announced: Announced, send: () => Promise<EtagOfRow>): Promise<EtagOfRow> {
  try {
    return await send();
  } catch (error) {
    // A write of unknown outcome may yet have been applied: its intents are not given up.
    const undecided = hasCode(error, 'OUTCOME_UNKNOWN');
    await quietly(async () => (undecided ? announced.undecided?.() : announced.abandoned()));
    throw error;
  }
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
