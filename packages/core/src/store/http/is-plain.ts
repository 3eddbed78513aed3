import type { HttpHeaders, PipelineRequest } from '@azure/core-rest-pipeline';

/** A request with text or bytes to send, whose reply is text, over connections of ours. */
export type PlainRequest = PipelineRequest & {
  readonly body?: string | Buffer | undefined;
  /** Hears of a reply's headers before its body is here. Other clients need not call it. */
  readonly onReplyHeaders?: ((status: number, headers: HttpHeaders) => void) | undefined;
};

/** Whether nothing about the request is unusual: no proxy, no agent or certificates of the caller, no streams. */
export function isPlain(request: PipelineRequest): request is PlainRequest {
  const { body } = request;
  return (
    (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) &&
    !request.agent &&
    !request.proxySettings &&
    !request.tlsSettings &&
    !request.disableKeepAlive &&
    !request.requestOverrides &&
    !request.multipartBody &&
    !request.formData &&
    !request.streamResponseStatusCodes &&
    !request.onUploadProgress &&
    !request.onDownloadProgress &&
    request.method !== 'HEAD' &&
    // Whoever asks for compressed replies gets the client that can read them.
    !request.headers.has('accept-encoding')
  );
}
