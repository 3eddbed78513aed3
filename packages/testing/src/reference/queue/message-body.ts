import { Refusal } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';
import { invalidXml, unescaped } from '../wire/xml.js';

const MESSAGE =
  /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<QueueMessage>\s*(?:<MessageText>([^<]*)<\/MessageText>|<MessageText\s*\/>)\s*<\/QueueMessage>\s*$/;
const MOST_BYTES = 65_536;

/** The text that a request puts into a queue. */
export function messageText(request: WireRequest): string {
  const match = MESSAGE.exec(request.text());
  if (!match) throw invalidXml('a QueueMessage with a MessageText is expected');
  const text = unescaped(match[1] ?? '');
  if (Buffer.byteLength(text) > MOST_BYTES) {
    throw new Refusal(
      413,
      'RequestBodyTooLarge',
      'The request body is too large and exceeds the maximum permissible limit.',
    );
  }
  return text;
}
