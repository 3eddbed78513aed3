import type { ServiceUrls, StorageService } from '../service.js';

/** The emulator's account and key are the same for everyone, and public. */
export const ACCOUNT = 'devstoreaccount1';
export const ACCOUNT_KEY =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

const ENDPOINTS: Readonly<Record<StorageService, string>> = {
  table: 'TableEndpoint',
  queue: 'QueueEndpoint',
  blob: 'BlobEndpoint',
};

export function connectionString(account: string, urls: ServiceUrls): string {
  const services = Object.keys(ENDPOINTS) as StorageService[];
  const endpoints = services.filter((service) => urls[service] !== undefined);
  return [
    'DefaultEndpointsProtocol=http',
    `AccountName=${account}`,
    `AccountKey=${ACCOUNT_KEY}`,
    ...endpoints.map((service) => `${ENDPOINTS[service]}=${urls[service]}`),
    '',
  ].join(';');
}
