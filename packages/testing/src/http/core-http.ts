import { type CompatResponse, toHttpHeadersLike, type WebResourceLike } from '@azure/core-http-compat';
import {
  createHttpHeaders,
  createPipelineRequest,
  type PipelineRequest,
  type PipelineRequestOptions,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';

// The queue and blob clients still speak the older "core-http" dialect to an HTTP client that is given to
// them: other header objects, in the request and in the response.

export function isCoreHttpRequest(request: PipelineRequest | WebResourceLike): request is WebResourceLike {
  return 'toJson' in request.headers;
}

export function fromCoreHttpRequest(request: WebResourceLike): PipelineRequest {
  return createPipelineRequest({
    url: request.url,
    method: request.method,
    headers: createHttpHeaders(request.headers.toJson({ preserveCase: true })),
    body: request.body,
    timeout: request.timeout,
    requestId: request.requestId,
    abortSignal: request.abortSignal,
    streamResponseStatusCodes: request.streamResponseStatusCodes,
    onUploadProgress: request.onUploadProgress,
    onDownloadProgress: request.onDownloadProgress,
    proxySettings: request.proxySettings,
    agent: request.agent,
    // The dialect has no such field; both clients always allow it.
    allowInsecureConnection: true,
  } as PipelineRequestOptions);
}

/** The request goes back as it came: the client finds its own operation by that very object. */
export function toCoreHttpResponse(response: PipelineResponse, request: WebResourceLike): CompatResponse {
  return { ...response, request, headers: toHttpHeadersLike(response.headers) };
}
