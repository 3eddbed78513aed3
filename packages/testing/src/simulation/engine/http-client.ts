import type { CompatResponse, WebResourceLike } from '@azure/core-http-compat';
import type { PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { fromCoreHttpRequest, isCoreHttpRequest, toCoreHttpResponse } from '../../http/core-http.js';
import type { SdkHttpClient } from '../../http/sdk-http-client.js';

/** The HTTP client of one simulated process. It fits `httpClient` of all three SDKs, and of a store. */
export class SimulatedHttpClient implements SdkHttpClient {
  readonly #send: (request: PipelineRequest) => Promise<PipelineResponse>;

  /** @internal */
  constructor(send: (request: PipelineRequest) => Promise<PipelineResponse>) {
    this.#send = send;
  }

  /** Called by the SDK clients. */
  sendRequest(request: PipelineRequest): Promise<PipelineResponse>;
  sendRequest(request: WebResourceLike): Promise<CompatResponse>;
  async sendRequest(request: PipelineRequest | WebResourceLike): Promise<PipelineResponse | CompatResponse> {
    if (!isCoreHttpRequest(request)) return this.#send(request);
    return toCoreHttpResponse(await this.#send(fromCoreHttpRequest(request)), request);
  }
}
