import type { CompatResponse, WebResourceLike } from '@azure/core-http-compat';
import type { PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { networkError } from '../faults/network-error.js';
import { throwIfAborted } from '../http/abort.js';
import { fromCoreHttpRequest, isCoreHttpRequest, toCoreHttpResponse } from '../http/core-http.js';
import type { SdkHttpClient } from '../http/sdk-http-client.js';
import type { ServiceContext } from './service-context.js';
import { checkAuthorization } from './wire/authorization.js';
import { bodyOf } from './wire/body.js';
import { Refusal } from './wire/refusal.js';
import { type Reply, toResponse } from './wire/reply.js';
import { checkUri } from './wire/uri-length.js';
import { WireRequest } from './wire/wire-request.js';

/** One of the three services. */
export interface Responder {
  /** Applies the request, whole or not at all, or throws a Refusal. */
  answer(request: WireRequest): Reply;
  /** A refusal in this service's own form. */
  refuse(refusal: Refusal): Reply;
}

/** A service and the address below which it answers. */
export interface Mount {
  readonly base: string;
  readonly responder: Responder;
}

/** An HTTP client behind which there is no network: the services answer in place. */
export class ReferenceService implements SdkHttpClient {
  readonly #mounts: readonly Mount[];
  readonly #context: ServiceContext;
  readonly #account: string;
  #closed = false;

  constructor(mounts: readonly Mount[], context: ServiceContext, account: string) {
    this.#mounts = mounts;
    this.#context = context;
    this.#account = account;
  }

  close(): void {
    this.#closed = true;
  }

  /** Applies the request before it returns, unless its body is a stream. */
  sendRequest(request: PipelineRequest): Promise<PipelineResponse>;
  sendRequest(request: WebResourceLike): Promise<CompatResponse>;
  async sendRequest(request: PipelineRequest | WebResourceLike): Promise<PipelineResponse | CompatResponse> {
    if (!isCoreHttpRequest(request)) return this.#exchange(request);
    return toCoreHttpResponse(await this.#exchange(fromCoreHttpRequest(request)), request);
  }

  /** Not async: what it does is done when it returns. */
  #exchange(request: PipelineRequest): PipelineResponse | Promise<PipelineResponse> {
    throwIfAborted(request);
    const mount = this.#closed ? undefined : this.#mountOf(request.url);
    if (!mount) throw networkError(request, 'ECONNREFUSED');
    const body = bodyOf(request);
    if (!(body instanceof Promise)) return this.#respond(request, mount, body);
    return body.then((bytes) => this.#respond(request, mount, bytes));
  }

  #mountOf(url: string): Mount | undefined {
    return this.#mounts.find(({ base }) => {
      if (!url.startsWith(base)) return false;
      const next = url[base.length];
      return next === undefined || next === '/' || next === '?';
    });
  }

  #respond(
    request: PipelineRequest,
    { base, responder }: Mount,
    body: string | Buffer | undefined,
  ): PipelineResponse {
    return toResponse(this.#reply(new WireRequest(request, base, body), responder), request, this.#context);
  }

  #reply(request: WireRequest, responder: Responder): Reply {
    try {
      checkUri(request.uri);
      checkAuthorization(request, this.#account);
      return responder.answer(request);
    } catch (refusal) {
      if (refusal instanceof Refusal) return responder.refuse(refusal);
      throw refusal;
    }
  }
}
