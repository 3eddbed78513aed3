import type { CallScope } from '@tablewright/core';
import type { Hint } from '../queue/hint.js';
import type { HandleContext } from './handle-message.js';
import type { HeldMessage } from './message.js';

/**
 * What is in the poison queue: the message as it was, why it is there, and when. Base64 of JSON, as in the queue of
 * hints.
 */
export interface PoisonMessage {
  readonly reason: string;
  readonly dequeueCount: number;
  readonly insertedOn: string;
  readonly text: string;
}

/** Whatever its characters, the note fits into a message. No hint is as long. */
const LONGEST_TEXT = 8_000;

/** Moves a message to the poison queue. The intents stay where they are: the sweeper still owns them. */
export async function poison(
  { outbox, meter }: HandleContext,
  message: HeldMessage,
  reason: string,
  hint: Hint | undefined,
  scope: CallScope,
): Promise<void> {
  const { messageText, dequeueCount, insertedOn } = message.item;
  const note: PoisonMessage = {
    reason,
    dequeueCount,
    insertedOn: insertedOn.toISOString(),
    text: String(messageText ?? '').slice(0, LONGEST_TEXT),
  };
  const text = Buffer.from(JSON.stringify(note), 'utf8').toString('base64');
  await outbox.poison.putText(text, 0, scope);
  await message.remove(scope);
  meter.poisoned();
  outbox.settings.observe({ type: 'poisoned', reason, ...(hint && { hint }) });
}

/** What a message of the poison queue says; `undefined` for one that is none. */
export function readPoison(text: string): PoisonMessage | undefined {
  try {
    const note: unknown = JSON.parse(Buffer.from(String(text), 'base64').toString('utf8'));
    const { reason, dequeueCount, insertedOn, text: original } = note as Record<string, unknown>;
    const sound =
      typeof reason === 'string' &&
      typeof dequeueCount === 'number' &&
      typeof insertedOn === 'string' &&
      typeof original === 'string';
    return sound ? { reason, dequeueCount, insertedOn, text: original } : undefined;
  } catch {
    return undefined;
  }
}
