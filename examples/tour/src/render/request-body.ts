import { type BatchPart, batchParts } from './batch.js';
import { FEW } from './plan-entry.js';

/** Of a transaction, each write that it carries, or how many there are. */
export function bodyLines(body: string | undefined): readonly string[] {
  if (!body) return [];
  const parts = batchParts(body);
  if (!parts) return [messageOf(body) ?? body];
  if (parts.length > FEW) return [countByMethod(parts)];
  const widest = Math.max(...parts.map(({ method }) => method.length));
  return parts.map((part) => `${part.method.padEnd(widest)} ${part.path} ${part.body}`.trimEnd());
}

/** What a message of a queue says: JSON in base64, in XML. */
function messageOf(body: string): string | undefined {
  const text = /<MessageText>([^<]+)<\/MessageText>/.exec(body)?.[1];
  return text && Buffer.from(text, 'base64').toString('utf8');
}

function countByMethod(parts: readonly BatchPart[]): string {
  const methods = [...new Set(parts.map(({ method }) => method))];
  const count = (wanted: string) => parts.filter(({ method }) => method === wanted).length;
  return methods.map((method) => `${count(method)} × ${method}`).join(', ');
}
