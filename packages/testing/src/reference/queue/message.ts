import { element } from '../wire/xml.js';

/** One message of a queue. */
export interface Message {
  readonly messageId: string;
  readonly insertedAt: number;
  readonly expiresAt: number;
  text: string;
  visibleAt: number;
  popReceipt: string;
  dequeueCount: number;
}

const NEVER = Date.UTC(9999, 11, 31, 23, 59, 59);

/** As it is handed out: whoever only peeks learns no receipt. */
export function messageXml(
  message: Message,
  shown: { readonly receipt: boolean; readonly text: boolean },
): string {
  const content =
    element('MessageId', message.messageId) +
    element('InsertionTime', time(message.insertedAt)) +
    element('ExpirationTime', time(message.expiresAt)) +
    (shown.receipt
      ? element('PopReceipt', message.popReceipt) + element('TimeNextVisible', time(message.visibleAt))
      : '') +
    (shown.text ? element('DequeueCount', message.dequeueCount) + element('MessageText', message.text) : '');
  return `<QueueMessage>${content}</QueueMessage>`;
}

/** To the second. */
export function time(ms: number): string {
  return new Date(Math.min(ms, NEVER)).toUTCString();
}
