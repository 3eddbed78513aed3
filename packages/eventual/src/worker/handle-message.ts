import { type CallScope, isTablewrightError } from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import { type Hint, readHint } from '../queue/hint.js';
import type { KnownDerivations } from '../reconcile/known.js';
import { handlePartition } from './handle-partition.js';
import type { HeldMessage } from './message.js';
import type { Meter } from './metrics.js';
import type { WorkerSettings } from './options.js';
import { poison } from './poison.js';

export interface HandleContext {
  readonly outbox: QueueOutbox;
  readonly known: KnownDerivations;
  readonly settings: WorkerSettings;
  readonly meter: Meter;
}

/** A request may still be on its way for so long after its sender gave up. */
const STRAGGLERS_MS = 40_000;
const SECOND_MS = 1_000;

/** Does what one message asks for, and deletes it, or puts it back. `at`: the service's time when it was received. */
export async function handleMessage(context: HandleContext, message: HeldMessage, at: number): Promise<void> {
  const { outbox, settings, meter } = context;
  const { store, settings: own } = outbox;
  const hint = readHint(message.item.messageText);
  const seen = message.item.dequeueCount - (hint?.waits ?? 0);
  await store
    .within({ timeout: settings.handleTimeout }, async (scope) => {
      if (!hint) return poison(context, message, 'malformed', undefined, scope);
      if (seen > settings.maxDequeues) {
        return poison(context, message, hint.failed ?? 'seen too often', hint, scope);
      }
      try {
        await message.whileHeld(settings.visibility, store.clock, scope, () =>
          carryOut(context, message, hint, at, scope),
        );
      } catch (error) {
        meter.retried();
        own.observe({ type: 'retried', hint, attempt: message.item.dequeueCount, error });
        const failed = isTablewrightError(error) ? error.code : 'FAILED';
        await message.hide(backOff(context, seen), scope, { ...hint, failed });
      }
    })
    // The message is seen again when its time is over.
    .catch((error) => own.observe({ type: 'unreachable', queue: own.queue, error }));
}

async function carryOut(
  { outbox, known, settings, meter }: HandleContext,
  message: HeldMessage,
  hint: Hint,
  at: number,
  scope: CallScope,
): Promise<void> {
  const age = at - message.item.insertedOn.getTime();
  const again = (seconds: number) =>
    message.hide(Math.max(1, Math.ceil(seconds)), scope, { ...hint, waits: (hint.waits ?? 0) + 1 });
  if (!known.hasTable(hint.table)) {
    meter.unknown();
    outbox.settings.observe({ type: 'unknown', ...placeOf(hint), derivations: [] });
    return again(settings.backOff.most);
  }
  const { operations, intents, unknown } = await handlePartition(outbox, known, hint, scope);
  if (unknown.length > 0) {
    meter.unknown();
    outbox.settings.observe({ type: 'unknown', ...placeOf(hint), derivations: unknown });
    return again(settings.backOff.most);
  }
  const all = hint.operations.every((operation) => operations.has(operation));
  const left = hint.within + STRAGGLERS_MS - age;
  // Nothing is there yet, or no longer. As long as the transaction may still come, somebody has to look again.
  if (!all && left > 0) return again(left / SECOND_MS);
  await message.remove(scope);
  meter.handled(intents, age);
  outbox.settings.observe({ type: 'handled', hint, intents, lag: age });
}

function backOff({ outbox, settings }: HandleContext, seen: number): number {
  const { first, most } = settings.backOff;
  const full = Math.min(most, first * 2 ** Math.max(0, seen - 1));
  return Math.max(1, Math.round(full / 2 + (full / 2) * outbox.store.random()));
}

function placeOf({ table, partition }: Hint) {
  return { table, partition };
}
