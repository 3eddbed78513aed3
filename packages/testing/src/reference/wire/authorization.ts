import { Refusal } from './refusal.js';
import type { WireRequest } from './wire-request.js';

/** Signed with the account's key, with a token, or by a signature in the address. The signature itself is believed. */
export function checkAuthorization(request: WireRequest, account: string): void {
  const header = request.header('authorization');
  if (header === undefined) {
    if (request.parameter('sig') === undefined) throw unauthorized('The request is not signed.');
    return;
  }
  const space = header.indexOf(' ');
  const scheme = header.slice(0, space);
  if (scheme === 'Bearer') return;
  if (scheme !== 'SharedKey' && scheme !== 'SharedKeyLite') throw unauthorized('The scheme is unknown.');
  if (!header.startsWith(`${account}:`, space + 1)) throw unauthorized('The account is another.');
}

function unauthorized(why: string): Refusal {
  return new Refusal(403, 'AuthenticationFailed', `Server failed to authenticate the request. ${why}`);
}
