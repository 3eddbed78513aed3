import type {
  HttpClient,
  PipelinePolicy,
  PipelineRequest,
  PipelineResponse,
  SendRequest,
} from '@azure/core-rest-pipeline';
import type { AttemptRequest, AttemptState } from './attempt-request.js';

/** Sends an attempt through policies to an HTTP client. Composed once, for all attempts. */
export function chainOf(
  policies: readonly PipelinePolicy[],
  httpClient: HttpClient,
): (request: AttemptRequest) => Promise<PipelineResponse> {
  /** The states of requests that a policy made anew and put in the place of ours. */
  const replaced = new WeakMap<PipelineRequest, AttemptState>();
  const stateOf = (request: PipelineRequest): AttemptState | undefined =>
    (request as Partial<AttemptRequest>).attempt ?? replaced.get(request);

  const wire: SendRequest = async (request) => {
    const state = stateOf(request);
    if (state) state.handedOver = true;
    const response = await httpClient.sendRequest(request);
    if (!state) return response;
    state.status = response.status;
    // What is no failure must not look like one in telemetry.
    return state.absentIsFine && response.status === 404 ? { ...response, status: 204 } : response;
  };

  return policies.reduceRight<SendRequest>(
    (next, policy) => (request) =>
      policy.sendRequest(request, (other) => {
        const state = other === request ? undefined : stateOf(request);
        if (state) replaced.set(other, state);
        return next(other);
      }),
    wire,
  );
}
