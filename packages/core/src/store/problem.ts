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
