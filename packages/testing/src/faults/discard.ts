import type { PipelineResponse } from '@azure/core-rest-pipeline';

/** Nobody will read the stream of a lost reply: free its connection. */
export function discard(response: PipelineResponse): void {
  const stream = response.readableStreamBody;
  if (stream && 'destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
}
