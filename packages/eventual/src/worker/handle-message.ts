import { type CallScope, isTablewrightError } from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import { placeName } from '../places.js';
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
/** For so long there may be another program that knows what a message asks for. */
const LONGEST_UNKNOWN_MS = 7 * 24 * 3_600 * SECOND_MS;
/** To put a message back, or to move it: also when the time for handling it is over. */
const QUEUE_TIMEOUT_MS = 10_000;

/**
 * Does what one message asks for, and deletes it, or puts it back. `at`: the service's time when it was received. `cut`:
 * breaks it off, and shows the message to others.
 */
export async function handleMessage(
  context: HandleContext,
  message: HeldMessage,
  at: number,
  cut?: AbortSignal,
): Promise<void> {
  const { outbox, settings } = context;
  const { store, settings: own } = outbox;
  try {
    const hint = hintOf(message);
    const seen = message.item.dequeueCount - (hint?.waits ?? 0);
    const end =
      !hint || seen > settings.maxDequeues
        ? giveUp(context, message, hint)
        : await store
            .within({ timeout: settings.handleTimeout, ...(cut && { signal: cut }) }, (scope) =>
              message.whileHeld(settings.visibility, store.clock, scope, () =>
                carryOut(context, message, hint, at, scope),
              ),
            )
            .catch((error) =>
              cut?.aborted ? handBack(message, hint) : putBack(context, message, hint, seen, error),
            );
    // Only now that nobody extends the time any more: each change gives the message another receipt.
    await store.within({ timeout: QUEUE_TIMEOUT_MS }, end);
  } catch (error) {
    // The message is seen again when its time is over.
    own.observe({ type: 'unreachable', queue: own.queue, error });
  }
}

/** What is done with the message at last. */
type End = (scope: CallScope) => Promise<void>;

/** Nobody can have put it back more often than it was taken, whatever it says. */
function hintOf({ item }: HeldMessage): Hint | undefined {
  const hint = readHint(item.messageText);
  return hint?.waits === undefined
    ? hint
    : { ...hint, waits: Math.min(hint.waits, Math.max(0, item.dequeueCount - 1)) };
}

function giveUp(context: HandleContext, message: HeldMessage, hint: Hint | undefined): End {
  const reason = hint ? (hint.failed ?? 'seen too often') : 'malformed';
  return (scope) => poison(context, message, reason, hint, scope);
}

/** Nothing was wrong with it. */
function handBack(message: HeldMessage, hint: Hint): End {
  return (scope) => message.hide(0, scope, waitedOnce(hint));
}

/** A round that does not count as one that failed. */
function waitedOnce(hint: Hint): Hint {
  return { ...hint, waits: (hint.waits ?? 0) + 1 };
}

function putBack(
  context: HandleContext,
  message: HeldMessage,
  hint: Hint,
  seen: number,
  error: unknown,
): End {
  const { outbox, meter } = context;
  meter.retried();
  outbox.settings.observe({ type: 'retried', hint, attempt: message.item.dequeueCount, error });
  const failed = isTablewrightError(error) ? error.code : 'FAILED';
  return (scope) => message.hide(backOff(context, seen), scope, { ...hint, failed });
}

async function carryOut(
  context: HandleContext,
  message: HeldMessage,
  hint: Hint,
  at: number,
  scope: CallScope,
): Promise<End> {
  const { outbox, known, settings, meter } = context;
  const { table, partition, operations } = hint;
  const age = at - message.item.insertedOn.getTime();
  const again =
    (seconds: number): End =>
    (part) =>
      message.hide(Math.max(1, Math.ceil(seconds)), part, waitedOnce(hint));
  const leave = (derivations: readonly string[]): End => {
    meter.unknown();
    outbox.settings.observe({ type: 'unknown', table, partition, derivations });
    // A deployment is over by then.
    if (age > LONGEST_UNKNOWN_MS) return (part) => poison(context, message, 'unknown', hint, part);
    return again(settings.backOff.most);
  };
  if (!known.hasTable(table)) return leave([]);
  const found = await handlePartition(outbox, known, hint, scope);
  meter.looked(placeName(hint), found.done, found.open, outbox.store.clock.now());
  if (found.failure) throw found.failure.error;
  if (found.unknown.length > 0) return leave(found.unknown);
  const all =
    operations.length === 0 ||
    (found.atOnce && operations.every((operation) => found.operations.has(operation)));
  const whole = hint.within + STRAGGLERS_MS;
  const left = Math.min(whole, whole - age);
  // Nothing is there yet, or no longer. As long as the transaction may still come, somebody has to look again.
  if (!all && left > 0) return again(left / SECOND_MS);
  return async (part) => {
    await message.remove(part);
    meter.handled(age);
    outbox.settings.observe({ type: 'handled', hint, intents: found.done, lag: age });
  };
}

function backOff({ outbox, settings }: HandleContext, seen: number): number {
  const { first, most } = settings.backOff;
  const full = Math.min(most, first * 2 ** Math.max(0, seen - 1));
  return Math.max(1, Math.round(full / 2 + (full / 2) * outbox.store.random()));
}
