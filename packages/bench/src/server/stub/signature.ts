import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ACCOUNT, ACCOUNT_KEY } from './account.js';
import { Refusal } from './refusal.js';

const KEY = createSecretKey(Buffer.from(ACCOUNT_KEY, 'base64'));
const AUTHORIZATION = /^(SharedKey|SharedKeyLite) ([a-z0-9]+):([A-Za-z0-9+/]{43}=)$/;
const CLOCK_SKEW_MS = 15 * 60_000;

/** What of a request is signed. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Throws unless the request carries a valid shared-key signature of the account, as the service would. */
export function checkSignature(request: SignedRequest): void {
  const { headers } = request;
  const [, scheme, account, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (account !== ACCOUNT || signature === undefined)
    throw unauthorized('the signature is missing or malformed');
  const date = String(headers['x-ms-date'] ?? headers.date ?? '');
  if (!(Math.abs(Date.now() - Date.parse(date)) < CLOCK_SKEW_MS)) throw unauthorized('the date is not now');
  const expected = createHmac('sha256', KEY)
    .update(stringToSign(request, scheme!, date))
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64')))
    throw unauthorized('the signature is wrong');
}

function stringToSign({ method, url, headers }: SignedRequest, scheme: string, date: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const resource = `/${ACCOUNT}${path}`;
  if (scheme === 'SharedKeyLite') return `${date}\n${resource}`;
  const { 'content-md5': md5 = '', 'content-type': type = '' } = headers;
  return `${method}\n${md5}\n${type}\n${date}\n${resource}`;
}

function unauthorized(why: string): Refusal {
  return new Refusal(403, 'AuthenticationFailed', `Server failed to authenticate the request: ${why}.`);
}
