import type { HttpClient, PipelinePolicy, PipelineResponse } from '@azure/core-rest-pipeline';
import { type Endpoint, requestUrl } from './endpoint.js';
import type { Message, Reply } from './message.js';
import { AttemptRequest } from './pipeline/attempt-request.js';
import { chainOf } from './pipeline/chain.js';

/** A single attempt that brought no reply. */
export class AttemptFailure extends Error {
  /** Whether the request may have left this machine. */
  readonly sent: boolean;
  readonly networkCode: string | undefined;

  constructor(sent: boolean, cause: unknown) {
    const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
    super(typeof message === 'string' ? withoutQueries(message) : 'the request failed');
    this.name = 'AttemptFailure';
    this.sent = sent;
    this.networkCode = typeof code === 'string' ? code : undefined;
  }
}

/** Some clients put the URL into their messages, and a URL may carry a signature. */
function withoutQueries(message: string): string {
  return message.replace(/\?[^\s'"]+/g, '?…');
}

/**
 * Failures that only connecting has: whatever was to be sent did not arrive. So it is with a certificate that is
 * not believed: node looks at it before it sends anything.
 */
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_TLS_CERT_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** Sends single attempts through the SDK's policies (authentication, proxy, tracing, logging). */
export class Transport {
  readonly #chain: (request: AttemptRequest) => Promise<PipelineResponse>;
  readonly #endpoint: Endpoint;
  readonly #attemptTimeout: number;

  constructor(
    policies: readonly PipelinePolicy[],
    httpClient: HttpClient,
    endpoint: Endpoint,
    attemptTimeout: number,
  ) {
    this.#chain = chainOf(policies, httpClient);
    this.#endpoint = endpoint;
    this.#attemptTimeout = attemptTimeout;
  }

  /** Never throws: an attempt that failed is a result. */
  async attempt(message: Message, signal: AbortSignal | undefined): Promise<Reply | AttemptFailure> {
    const { insecure } = this.#endpoint;
    const url = requestUrl(this.#endpoint, message.path, message.query);
    const request = new AttemptRequest(message, url, this.#attemptTimeout, insecure, signal);
    try {
      const { status, headers, bodyAsText } = await this.#chain(request);
      return { status: request.attempt.status ?? status, headers, text: bodyAsText ?? '' };
    } catch (cause) {
      const code = (cause as { code?: unknown } | null)?.code;
      return new AttemptFailure(request.attempt.handedOver && !NEVER_CONNECTED.test(String(code)), cause);
    }
  }
}
