import {
  createHttpHeaders,
  createPipelineRequest,
  type HttpClient,
  type Pipeline,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { type Endpoint, requestUrl } from './endpoint.js';
import type { Message, Reply } from './message.js';

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

/** Failures that only connecting has: whatever was to be sent did not arrive. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Sends one attempt through the SDK's own pipeline (authentication, proxy, tracing, logging), less its
 * serialisers and retries: those are ours.
 */
export class Transport {
  readonly #pipeline: Pipeline;
  readonly #httpClient: HttpClient;
  readonly #endpoint: Endpoint;
  readonly #attemptTimeout: number;

  constructor(pipeline: Pipeline, httpClient: HttpClient, endpoint: Endpoint, attemptTimeout: number) {
    this.#pipeline = pipeline.clone();
    for (const phase of ['Serialize', 'Deserialize', 'Retry'] as const)
      this.#pipeline.removePolicy({ phase });
    this.#httpClient = httpClient;
    this.#endpoint = endpoint;
    this.#attemptTimeout = attemptTimeout;
  }

  async attempt(message: Message, signal: AbortSignal | undefined): Promise<Reply> {
    const request = createPipelineRequest({
      url: requestUrl(this.#endpoint, message.path, message.query ?? ''),
      method: message.method,
      headers: createHttpHeaders(message.headers),
      timeout: this.#attemptTimeout,
      ...(message.id !== undefined && { requestId: message.id }),
      allowInsecureConnection: this.#endpoint.insecure,
      ...(message.body !== undefined && { body: message.body }),
      ...(signal && { abortSignal: signal }),
    });
    let sent = false;
    let status: number | undefined;
    const wire: HttpClient = {
      sendRequest: async (outgoing) => {
        sent = true;
        const response = await this.#httpClient.sendRequest(outgoing);
        status = response.status;
        return message.absentIsFine && status === 404 ? { ...response, status: 204 } : response;
      },
    };
    let response: PipelineResponse;
    try {
      response = await this.#pipeline.sendRequest(wire, request);
    } catch (cause) {
      const code = (cause as { code?: unknown } | null)?.code;
      throw new AttemptFailure(sent && !NEVER_CONNECTED.has(String(code)), cause);
    }
    return { status: status ?? response.status, headers: response.headers, text: response.bodyAsText ?? '' };
  }
}
