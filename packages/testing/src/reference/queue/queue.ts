import type { ServiceContext } from '../service-context.js';
import { Refusal } from '../wire/refusal.js';
import type { Message } from './message.js';

/** The messages of one queue, in the order in which they came. */
export class Queue {
  readonly name: string;
  metadata: ReadonlyMap<string, string>;
  readonly #context: ServiceContext;
  #messages: Message[] = [];

  constructor(name: string, metadata: ReadonlyMap<string, string>, context: ServiceContext) {
    this.name = name;
    this.metadata = metadata;
    this.#context = context;
  }

  /** All that have not expired, visible or not. */
  messages(): readonly Message[] {
    const now = this.#now;
    if (this.#messages.some(({ expiresAt }) => expiresAt <= now)) {
      this.#messages = this.#messages.filter(({ expiresAt }) => expiresAt > now);
    }
    return this.#messages;
  }

  put(text: string, delayMs: number, lifeMs: number): Message {
    const now = this.#now;
    const message: Message = {
      messageId: this.#context.newId(),
      insertedAt: now,
      expiresAt: now + lifeMs,
      text,
      visibleAt: now + delayMs,
      popReceipt: this.#receipt(),
      dequeueCount: 0,
    };
    this.#messages.push(message);
    return message;
  }

  peek(most: number): readonly Message[] {
    const now = this.#now;
    const found: Message[] = [];
    for (const message of this.messages()) {
      if (message.visibleAt <= now && found.push(message) === most) break;
    }
    return found;
  }

  /** Hides messages for a while; each gets a new receipt. */
  get(most: number, hiddenMs: number): readonly Message[] {
    const found = this.peek(most);
    for (const message of found) {
      message.visibleAt = this.#now + hiddenMs;
      message.popReceipt = this.#receipt();
      message.dequeueCount++;
    }
    return found;
  }

  update(id: string, popReceipt: string, hiddenMs: number, text: string | undefined): Message {
    const message = this.#find(id, popReceipt);
    if (this.#now + hiddenMs > message.expiresAt) {
      throw new Refusal(
        400,
        'OutOfRangeQueryParameterValue',
        'The message would expire before it is visible again.',
      );
    }
    message.visibleAt = this.#now + hiddenMs;
    message.popReceipt = this.#receipt();
    if (text !== undefined) message.text = text;
    return message;
  }

  delete(id: string, popReceipt: string): void {
    const message = this.#find(id, popReceipt);
    this.#messages = this.#messages.filter((other) => other !== message);
  }

  clear(): void {
    this.#messages = [];
  }

  #find(id: string, popReceipt: string): Message {
    const message = this.messages().find(({ messageId }) => messageId === id);
    if (!message) throw new Refusal(404, 'MessageNotFound', 'The specified message does not exist.');
    if (message.popReceipt !== popReceipt) {
      throw new Refusal(
        400,
        'PopReceiptMismatch',
        'The specified pop receipt did not match the pop receipt for a dequeued message.',
      );
    }
    return message;
  }

  get #now(): number {
    return this.#context.clock.now();
  }

  #receipt(): string {
    return Buffer.from(this.#context.newId().slice(-12)).toString('base64');
  }
}
