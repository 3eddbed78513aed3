import type { CompatResponse, WebResourceLike } from '@azure/core-http-compat';
import type { HttpClient, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';

/** An HTTP client that the table, queue and blob SDKs take alike, although they speak two dialects. */
export interface SdkHttpClient extends HttpClient {
  sendRequest(request: PipelineRequest): Promise<PipelineResponse>;
  sendRequest(request: WebResourceLike): Promise<CompatResponse>;
}
