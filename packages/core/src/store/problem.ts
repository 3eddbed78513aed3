import type { Reply } from './message.js';

/** What the service complained about, in one shape for every kind of reply. */
export interface Problem {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** Which operation of a transaction it is about. */
  readonly index?: number;
}

/** The problem in a plain reply, or `undefined` when it succeeded. */
export function problemOfReply(reply: Reply): Problem | undefined {
  if (reply.status < 300) return undefined;
  return {
    status: reply.status,
    code: errorCode(reply.text) ?? reply.headers.get('x-ms-error-code'),
    requestId: reply.headers.get('x-ms-request-id'),
  };
}

/** A success that no table service reports in this way: a proxy answered, and what happened is open. */
export const FOREIGN_REPLY: Problem = { status: 502, code: undefined, requestId: undefined };

/** The problem in the reply to a write of one row: success brings the row's new ETag, or 204 after a delete. */
export function problemOfWrite(reply: Reply): Problem | undefined {
  const genuine = reply.status === 204 || reply.headers.has('etag');
  return problemOfReply(reply) ?? (genuine ? undefined : FOREIGN_REPLY);
}

/** The code in an error body: OData JSON usually, XML for refused credentials. */
export function errorCode(body: string): string | undefined {
  const code =
    /"odata\.error"\s*:\s*\{\s*"code"\s*:\s*"(\w+)"/.exec(body) ?? /<(?:m:)?code>(\w+)</i.exec(body);
  return code?.[1];
}

/** The number with which the service begins the message of a failed transaction. */
export function errorIndex(body: string): number | undefined {
  const index = /"value"\s*:\s*"(\d+):/.exec(body);
  return index ? Number(index[1]) : undefined;
}
