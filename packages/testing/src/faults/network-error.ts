import { type PipelineRequest, RestError } from '@azure/core-rest-pipeline';

/** What Node says for each code. */
const MESSAGES: Readonly<Record<string, string>> = {
  ECONNRESET: 'socket hang up',
  ECONNREFUSED: 'connect ECONNREFUSED',
  ETIMEDOUT: 'connect ETIMEDOUT',
  ENOTFOUND: 'getaddrinfo ENOTFOUND',
  EAI_AGAIN: 'getaddrinfo EAI_AGAIN',
  EPIPE: 'write EPIPE',
};

/** Which network failure to imitate. */
export interface NetworkFaultOptions {
  /** A Node error code; `ECONNRESET` unless told. */
  readonly code?: string;
}

/** The error that the real client throws when the connection fails. */
export function networkError(request: PipelineRequest, code: string): RestError {
  return new RestError(MESSAGES[code] ?? code, { code, request });
}
