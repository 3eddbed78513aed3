import type { NamedKeyCredential } from '@azure/core-auth';
import type { Pipeline, PipelinePolicy } from '@azure/core-rest-pipeline';
import { SHARED_KEY_POLICY, sharedKeyPolicy } from './shared-key-policy.js';

/** Serialising and repeating are ours. */
const OUR_PHASES = ['Serialize', 'Deserialize', 'Retry'] as const;

/**
 * They act on forms, multipart bodies, signals of another kind and a mark for the secondary endpoint, which no
 * request of ours has.
 */
const IDLE = [
  'formDataPolicy',
  'multipartPolicy',
  'wrapAbortSignalLikePolicy',
  'tablesSecondaryEndpointPolicy',
];

/** Asks for compressed replies. The service sends none, and a reply that is read at once needs none. */
const DECOMPRESSION = 'decompressResponsePolicy';

/**
 * The policies of an SDK client that a request of ours has to pass, in their order: authentication, proxy,
 * tracing, logging, and those that the user added. A known shared key is taken from the credential directly,
 * because the SDK's policy prepares it anew for every request.
 */
export function policiesOf(pipeline: Pipeline, key: NamedKeyCredential | undefined): PipelinePolicy[] {
  const ours = pipeline.clone();
  for (const phase of OUR_PHASES) ours.removePolicy({ phase });
  for (const name of [...IDLE, DECOMPRESSION]) ours.removePolicy({ name });
  const signing = key && sharedKeyPolicy(key);
  return ours
    .getOrderedPolicies()
    .map((policy) => (signing && policy.name === SHARED_KEY_POLICY ? signing : policy));
}
