import { type BatchPart, batchParts } from './batch.js';
import { FEW } from './plan-entry.js';

/** Of a transaction, each write that it carries, or how many there are. */
export function bodyLines(body: string | undefined): readonly string[] {
  if (!body) return [];
  const parts = batchParts(body);
  if (!parts) return [body];
  if (parts.length > FEW) return [countByMethod(parts)];
  const widest = Math.max(...parts.map(({ method }) => method.length));
  return parts.map((part) => `${part.method.padEnd(widest)} ${part.path} ${part.body}`.trimEnd());
}

function countByMethod(parts: readonly BatchPart[]): string {
  const methods = [...new Set(parts.map(({ method }) => method))];
  const count = (wanted: string) => parts.filter(({ method }) => method === wanted).length;
  return methods.map((method) => `${count(method)} × ${method}`).join(', ');
}
