import type { HitRequest } from './kind.js';

/** Whether the service would look at an etag, be it that of one operation of a transaction. */
export function isConditional(hit: HitRequest): boolean {
  return conditionalOperation(hit) >= 0;
}

/** Whether a row is inserted that must not exist yet, be it in a transaction. */
export function isInsert(hit: HitRequest): boolean {
  return insertOperation(hit) >= 0;
}

/** Which operation has a condition: 0 where there is but one, -1 if none has. */
export function conditionalOperation({ recorded: { headers, body, path } }: HitRequest): number {
  if (path === '$batch') return operationsOf(body).findIndex((text) => /^if-match: *[^*\s]/im.test(text));
  const condition = headers['if-match'];
  return condition === undefined || condition === '*' ? -1 : 0;
}

/** Which operation is an insert of an entity: 0 where there is but one, -1 if none is. */
export function insertOperation({ recorded: { service, method, path, body } }: HitRequest): number {
  if (service !== 'table' || method !== 'POST' || path === 'Tables') return -1;
  return path === '$batch' ? operationsOf(body).findIndex((text) => text.startsWith('POST ')) : 0;
}

function operationsOf(body: string | undefined): string[] {
  return (body ?? '').split(/^(?=(?:GET|POST|PUT|PATCH|MERGE|DELETE) https?:)/m).slice(1);
}
