import type { HitRequest } from './kind.js';

/** Whether the service would look at an etag, be it that of one operation of a transaction. */
export function isConditional({ recorded: { headers, body, path } }: HitRequest): boolean {
  const condition = headers['if-match'];
  if (condition !== undefined) return condition !== '*';
  return path === '$batch' && /^if-match: *[^*\s]/im.test(body ?? '');
}

/** Whether a row is inserted that must not exist yet, be it in a transaction. */
export function isInsert({ recorded: { service, method, path, body } }: HitRequest): boolean {
  if (service !== 'table' || method !== 'POST') return false;
  return path === '$batch' ? /^POST http/im.test(body ?? '') : path !== 'Tables';
}
