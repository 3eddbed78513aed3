/** A URL taken apart, as it goes over the wire. */
export interface Address {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

/** Paths that parsing leaves as they are: no dot segments, nothing to be encoded. (In queries it encodes `'`.) */
const PLAIN = /^(?:\/[\w$][\w!$&'()*+,;=:@~.%-]*)+(?:\?[\w!$&()*+,;=:@~.%/?-]+)?$/;

/** What `new URL` makes of it; for the usual addresses without parsing, which every request would do twice. */
export function addressOf(url: string): Address {
  const at = url.indexOf('/', 'https://'.length);
  if (at > 0) {
    const origin = url.slice(0, at);
    const path = url.slice(at);
    if (PLAIN.test(path) && isUsual(origin)) return { origin, path };
  }
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

/** Origins that are known to be written as parsing would write them. */
const usual = new Set<string>();
const MOST = 100;

function isUsual(origin: string): boolean {
  if (usual.has(origin)) return true;
  if (new URL(origin).origin !== origin) return false;
  if (usual.size === MOST) usual.clear();
  usual.add(origin);
  return true;
}
