import type { DequeuedMessageItem } from '@azure/storage-queue';
import { type CallScope, waitWithin } from '@tablewright/core';
import { type Hint, hintText } from './hint.js';
import type { OutboxQueue, OutboxQueues } from './queues.js';

/** A message as it was put: enough to take it back, or to show it earlier. */
export interface PutHint {
  readonly messageId: string;
  readonly popReceipt: string;
}

/** What was received, with the service's own time of that moment. */
export interface Received {
  readonly messages: readonly DequeuedMessageItem[];
  readonly at: number;
}

const FOR_EVER = -1;
/** What the service gives at once. */
export const MOST_RECEIVED = 32;

/** One queue. Made when it is first used. */
export class HintQueue {
  readonly name: string;
  readonly #client: OutboxQueue;
  #made: Promise<unknown> | undefined;

  constructor(service: OutboxQueues, name: string) {
    this.name = name;
    this.#client = service.getQueueClient(name);
  }

  /** 1 request. Hidden for so many seconds. */
  async put(hint: Hint, hiddenSeconds: number, scope: CallScope): Promise<PutHint> {
    return this.putText(hintText(hint), hiddenSeconds, scope);
  }

  async putText(text: string, hiddenSeconds: number, scope: CallScope): Promise<PutHint> {
    const options = {
      visibilityTimeout: hiddenSeconds,
      messageTimeToLive: FOR_EVER,
      ...abortable(scope),
    };
    return this.#once(() => this.#client.sendMessage(text, options), scope);
  }

  /** 1 request for up to 32 messages (`MOST_RECEIVED`). */
  async receive(most: number, hiddenSeconds: number, scope: CallScope): Promise<Received> {
    const reply = await this.#once(
      () =>
        this.#client.receiveMessages({
          numberOfMessages: most,
          visibilityTimeout: hiddenSeconds,
          ...abortable(scope),
        }),
      scope,
    );
    return { messages: reply.receivedMessageItems, at: (reply.date ?? new Date(0)).getTime() };
  }

  /** Hides a message for so many seconds from now on; 0 shows it. `undefined`: somebody else has it, or it is gone. */
  async hide(
    message: PutHint,
    hint: Hint | undefined,
    seconds: number,
    scope: CallScope,
  ): Promise<PutHint | undefined> {
    try {
      const text = hint && hintText(hint);
      const reply = await this.#client.updateMessage(
        message.messageId,
        message.popReceipt,
        text,
        seconds,
        abortable(scope),
      );
      return { messageId: message.messageId, popReceipt: reply.popReceipt ?? message.popReceipt };
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  /** `false`: somebody else has it, or it is gone. */
  async remove({ messageId, popReceipt }: PutHint, scope: CallScope): Promise<boolean> {
    try {
      await this.#client.deleteMessage(messageId, popReceipt, abortable(scope));
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /** About how many messages there are, hidden ones included. */
  async count(scope: CallScope): Promise<number> {
    const properties = await this.#once(() => this.#client.getProperties(abortable(scope)), scope);
    return properties.approximateMessagesCount ?? 0;
  }

  /** Makes the queue when it turns out missing. */
  async #once<T>(send: () => Promise<T>, scope: CallScope): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (codeOf(error) !== 'QueueNotFound') throw error;
      // Others may wait for it, too: nobody cuts it short.
      this.#made ??= this.#client.createIfNotExists().finally(() => {
        this.#made = undefined;
      });
      await waitWithin(scope, this.#made);
      return send();
    }
  }
}

function abortable({ signal }: CallScope): { readonly abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}

function codeOf(error: unknown): string | undefined {
  const { code, details } = (error ?? {}) as {
    readonly code?: string;
    readonly details?: { errorCode?: string };
  };
  return details?.errorCode ?? code;
}

function isGone(error: unknown): boolean {
  const code = codeOf(error);
  const { statusCode } = (error ?? {}) as { readonly statusCode?: number };
  return code === 'MessageNotFound' || code === 'PopReceiptMismatch' || statusCode === 404;
}
