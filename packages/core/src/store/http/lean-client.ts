import {
  createDefaultHttpClient,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { addressOf } from './address.js';
import { isPlain } from './is-plain.js';
import { send } from './send.js';
import { Targets } from './target.js';

/**
 * An HTTP client that can do just what a table needs, at half the cost of the SDK's; whatever else is asked for,
 * such as a proxy, is left to the SDK's client. Replies are not compressed: the service never does it.
 */
export class LeanHttpClient implements HttpClient {
  readonly #targets = new Targets();
  #general: HttpClient | undefined;

  sendRequest(request: PipelineRequest): Promise<PipelineResponse> {
    if (isPlain(request)) {
      const { origin, path } = addressOf(request.url);
      const target = this.#targets.of(origin);
      if (target.secure || request.allowInsecureConnection) return send(request, target, path);
    }
    this.#general ??= createDefaultHttpClient();
    return this.#general.sendRequest(request);
  }
}
