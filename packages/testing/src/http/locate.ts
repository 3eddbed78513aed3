import type { HttpHeaders } from '@azure/core-rest-pipeline';
import type { ServiceUrls, StorageService } from '../service.js';

/** Which service a request goes to, and its path below the account, still percent-encoded. */
export interface Location {
  readonly service: StorageService | 'unknown';
  readonly encodedPath: string;
}

/** Known addresses decide; without them the host, the emulator's usual port or the headers do. */
export function locate(url: URL, headers: HttpHeaders, known: ServiceUrls): Location {
  return locateByKnownUrl(url, known) ?? { service: guessService(url, headers), encodedPath: guessPath(url) };
}

function locateByKnownUrl(url: URL, known: ServiceUrls): Location | undefined {
  const address = url.origin + url.pathname;
  for (const service of SERVICES) {
    const base = known[service];
    if (base === undefined) continue;
    if (address === base || address.startsWith(`${base}/`)) {
      return { service, encodedPath: address.slice(base.length + 1) };
    }
  }
  return undefined;
}

const SERVICES: readonly StorageService[] = ['table', 'queue', 'blob'];
const EMULATOR_PORTS: Readonly<Record<string, StorageService>> = {
  '10000': 'blob',
  '10001': 'queue',
  '10002': 'table',
};

function guessService(url: URL, headers: HttpHeaders): StorageService | 'unknown' {
  const byHost = SERVICES.find((service) => url.hostname.includes(`.${service}.`));
  return byHost ?? EMULATOR_PORTS[url.port] ?? guessByHeaders(url, headers);
}

/** The user agent is no help: the queue client introduces itself as the blob client. */
function guessByHeaders(url: URL, headers: HttpHeaders): StorageService | 'unknown' {
  if (headers.has('dataserviceversion')) return 'table';
  if (headers.has('x-ms-blob-type') || url.searchParams.get('restype') === 'container') return 'blob';
  if (/\/messages(\/|$)/.test(url.pathname)) return 'queue';
  return 'unknown';
}

/** An emulator has the account in the path, the real service has it in the host name. */
function guessPath(url: URL): string {
  const segments = url.pathname.slice(1).split('/');
  const accountInPath = url.hostname === 'localhost' || /^[\d.]+$|^\[/.test(url.hostname);
  return (accountInPath ? segments.slice(1) : segments).join('/');
}
