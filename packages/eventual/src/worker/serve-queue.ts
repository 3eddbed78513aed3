import { isTablewrightError } from '@tablewright/core';
import { OutboxUnavailableError } from '../outbox/errors.js';
import { MOST_RECEIVED } from '../queue/hint-queue.js';
import { type HandleContext, handleMessage } from './handle-message.js';
import { Hands } from './hands.js';
import { HeldMessage } from './message.js';
import { pauseUnless } from './pause.js';

/** A queue that does not answer is asked again after so long. */
const RECEIVE_TIMEOUT_MS = 60_000;

/**
 * Handles the messages of a queue as they come, until the signal; then it finishes those that it has. `cut`: breaks off
 * what is being done.
 */
export async function serveQueue(
  context: HandleContext,
  signal: AbortSignal,
  cut: AbortSignal,
): Promise<void> {
  const { outbox, settings } = context;
  const hands = new Hands(settings.concurrency);
  const shortest = settings.pollInterval / 10;
  let pause = shortest;
  while (!signal.aborted) {
    const { seen, asked } = await take(context, hands, signal, cut).catch((error) => {
      if (!signal.aborted) {
        outbox.settings.observe({ type: 'unreachable', queue: outbox.settings.queue, error });
      }
      return { seen: 0, asked: 0 };
    });
    if (seen === 0) await rest(context, pause, signal);
    // A message that takes long holds up those behind it for a moment, and no longer.
    else await rest(context, shortest, signal, hands.until(worthwhile(hands, seen < asked)));
    pause = seen > 0 ? shortest : Math.min(settings.pollInterval, pause * 2);
    await hands.until(1);
  }
  // Nobody else sees them for a while.
  await hands.until(hands.size);
}

/** Handles the messages of a queue until none is to be seen, or none is left. */
export async function drainQueue(
  context: HandleContext,
  until: 'idle' | 'empty',
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store, hints } = context.outbox;
  const hands = new Hands(context.settings.concurrency);
  try {
    while (!signal?.aborted) {
      const { seen, asked } = await take(context, hands, signal);
      await hands.until(worthwhile(hands, seen < asked));
      if (seen > 0) continue;
      const bounds = { timeout: RECEIVE_TIMEOUT_MS, ...(signal && { signal }) };
      if (until === 'idle' || (await store.within(bounds, (scope) => hints.count(scope))) === 0) return;
      await rest(context, context.settings.pollInterval, signal);
    }
  } catch (error) {
    if (signal?.aborted) return;
    throw isTablewrightError(error) ? error : new OutboxUnavailableError({ queue: hints.name }, error);
  } finally {
    await hands.until(hands.size);
  }
}

/** How many hands are to be free before another look: all, where nothing more is to be expected. */
function worthwhile({ size }: Hands, last: boolean): number {
  return last ? size : Math.ceil(size / 2);
}

/** One look at a queue, for as many messages as there are hands free. */
async function take(
  context: HandleContext,
  hands: Hands,
  signal: AbortSignal | undefined,
  cut?: AbortSignal,
): Promise<{ readonly seen: number; readonly asked: number }> {
  const { outbox, settings, meter } = context;
  const asked = Math.min(MOST_RECEIVED, hands.free);
  const { messages, at } = await outbox.store.within(
    { timeout: RECEIVE_TIMEOUT_MS, ...(signal && { signal }) },
    (scope) => outbox.hints.receive(asked, settings.visibility, scope),
  );
  for (const item of messages) {
    meter.inFlight += 1;
    const handled = handleMessage(context, new HeldMessage(outbox.hints, item), at, cut);
    hands.hold(handled.finally(() => (meter.inFlight -= 1)));
  }
  return { seen: messages.length, asked };
}

/** A while, or until something happens. */
function rest(
  { outbox: { store } }: HandleContext,
  ms: number,
  signal: AbortSignal | undefined,
  sooner?: Promise<void>,
): Promise<void> {
  return pauseUnless(sooner, store.clock, ms * (0.5 + store.random() / 2), signal);
}
