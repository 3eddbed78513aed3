import type { DequeuedMessageItem } from '@azure/storage-queue';
import type { CallScope, Clock } from '@tablewright/core';
import type { Hint } from '../queue/hint.js';
import type { HintQueue, PutHint } from '../queue/hint-queue.js';

/** A message that a worker holds. The receipt by which it does changes whenever the message is hidden again. */
export class HeldMessage {
  readonly item: DequeuedMessageItem;
  readonly #queue: HintQueue;
  #receipt: PutHint | undefined;

  constructor(queue: HintQueue, item: DequeuedMessageItem) {
    this.#queue = queue;
    this.item = item;
    this.#receipt = { messageId: item.messageId, popReceipt: item.popReceipt };
  }

  /** Hides it for so many seconds. Somebody else may have it meanwhile; then it is his. */
  async hide(seconds: number, scope: CallScope, hint?: Hint): Promise<void> {
    if (this.#receipt) this.#receipt = await this.#queue.hide(this.#receipt, hint, seconds, scope);
  }

  async remove(scope: CallScope): Promise<void> {
    if (this.#receipt) await this.#queue.remove(this.#receipt, scope);
    this.#receipt = undefined;
  }

  /** Runs work, and hides the message again and again while it goes on. */
  async whileHeld<T>(seconds: number, clock: Clock, scope: CallScope, work: () => Promise<T>): Promise<T> {
    const end = new AbortController();
    const extending = this.#extend(seconds, clock, scope, end.signal);
    try {
      return await work();
    } finally {
      end.abort();
      await extending;
    }
  }

  async #extend(seconds: number, clock: Clock, scope: CallScope, end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      await clock.sleep((seconds * 1_000) / 2, end).catch(() => {});
      // If that fails, another worker may take the message as well: twice the work, and no harm.
      if (!end.aborted) await this.hide(seconds, scope).catch(() => {});
    }
  }
}
