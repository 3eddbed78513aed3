import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { NamedKeyCredential } from '@azure/core-auth';
import type { PipelinePolicy, PipelineRequest } from '@azure/core-rest-pipeline';
import { addressOf } from '../http/index.js';

/** The name of the SDK's policy, whose place ours takes. */
export const SHARED_KEY_POLICY = 'tablesNamedKeyCredentialPolicy';

const DATE = 'x-ms-date';

/** Signs requests with an account's key (SharedKeyLite), as the SDK's policy does, byte for byte. */
export function sharedKeyPolicy(credential: NamedKeyCredential): PipelinePolicy {
  const sign = signer(credential);
  return {
    name: SHARED_KEY_POLICY,
    sendRequest(request, next) {
      sign(request);
      return next(request);
    },
  };
}

function signer(credential: NamedKeyCredential): (request: PipelineRequest) => void {
  let key: { readonly text: string; readonly object: KeyObject } | undefined;
  // Only the date and the path are signed: what goes to the same place in the same second is signed once.
  let last = { text: '', signature: '' };
  return ({ headers, url }) => {
    // A credential may be updated: keys get exchanged while programs run.
    if (key?.text !== credential.key) {
      key = { text: credential.key, object: createSecretKey(Buffer.from(credential.key, 'base64')) };
      last = { text: '', signature: '' };
    }
    let date = headers.get(DATE);
    if (!date) {
      date = utcNow();
      headers.set(DATE, date);
    }
    const text = `${date}\n/${credential.name}${resourceOf(url)}`;
    if (last.text !== text) {
      last = { text, signature: createHmac('sha256', key.object).update(text).digest('base64') };
    }
    headers.set('authorization', `SharedKeyLite ${credential.name}:${last.signature}`);
  };
}

/** The path, and of the query nothing but `comp`. */
function resourceOf(url: string): string {
  const { path } = addressOf(url);
  const queryAt = path.indexOf('?');
  if (queryAt < 0) return path;
  const bare = path.slice(0, queryAt);
  const query = path.slice(queryAt);
  if (!MAY_HAVE_COMP.test(query)) return bare;
  const comp = new URLSearchParams(query).get('comp');
  return comp ? `${bare}?comp=${comp}` : bare;
}

/** A parameter of that name, or of a name that is written in an unusual way. */
const MAY_HAVE_COMP = /[?&](?:comp=|[^=&]*%)/;

let clock = { second: -1, text: '' };

function utcNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (clock.second !== second) clock = { second, text: new Date(now).toUTCString() };
  return clock.text;
}
