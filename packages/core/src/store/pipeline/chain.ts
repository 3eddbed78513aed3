import type {
  HttpClient,
  PipelinePolicy,
  PipelineRequest,
  PipelineResponse,
  SendRequest,
} from '@azure/core-rest-pipeline';
import { AttemptRequest, type AttemptState } from './attempt-request.js';

/** Sends an attempt through policies to an HTTP client. Composed once, for all attempts. */
export function chainOf(
  policies: readonly PipelinePolicy[],
  httpClient: HttpClient,
): (request: AttemptRequest) => Promise<PipelineResponse> {
  /** The states of requests that a policy put in the place of ours. */
  const replaced = new WeakMap<PipelineRequest, AttemptState>();
  const stateOf = (request: PipelineRequest) =>
    request instanceof AttemptRequest ? request : replaced.get(request);

  const wire: SendRequest = async (request) => {
    const state = stateOf(request);
    if (state) state.handedOver = true;
    const response = await httpClient.sendRequest(request);
    if (!state) return response;
    state.status = response.status;
    // What is no failure must not look like one in telemetry.
    return state.absentIsFine && response.status === 404 ? { ...response, status: 204 } : response;
  };

  return policies.reduceRight<SendRequest>((next, policy) => {
    if (KEEPS_REQUEST.has(policy.name)) return (request) => policy.sendRequest(request, next);
    return (request) =>
      policy.sendRequest(request, (other) => {
        const state = stateOf(request);
        if (other !== request && state) replaced.set(other, state);
        return next(other);
      });
  }, wire);
}

/** The SDK's own policies pass on the request that they got. */
const KEEPS_REQUEST: ReadonlySet<string> = new Set([
  'proxyPolicy',
  'userAgentPolicy',
  'setClientRequestIdPolicy',
  'tablesSecondaryEndpointPolicy',
  'tablesNamedKeyCredentialPolicy',
  'tracingPolicy',
  'redirectPolicy',
  'logPolicy',
]);
