import { Refusal } from './refusal.js';

/** The documentation names no bound; servers in front of services have one of about this size. */
const MOST = 32_768;

/** Whoever puts what belongs into a body, or into several requests, into an address has to be told. */
export function checkUri(uri: string): void {
  if (uri.length > MOST) {
    throw new Refusal(414, 'RequestUriTooLong', `The request URI has more than ${MOST} characters.`);
  }
}
