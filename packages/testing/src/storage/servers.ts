import type { StorageService } from '../service.js';
import { ACCOUNT } from './account.js';
import { type AzuriteServer, azuriteServer, closeServer } from './azurite.js';

/** Running servers, all or none. */
export interface Servers {
  readonly urls: ReadonlyMap<StorageService, string>;
  /** Every call after the first waits for the first. */
  close(): Promise<void>;
}

export async function startServers(services: Iterable<StorageService>): Promise<Servers> {
  const started: AzuriteServer[] = [];
  const closeAll = async () => void (await Promise.all(started.map(closeServer)));
  const urls = new Map<StorageService, string>();
  try {
    for (const service of new Set(services)) {
      const server = azuriteServer(service);
      await server.start();
      started.push(server);
      urls.set(service, `${server.getHttpServerAddress()}/${ACCOUNT}`);
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    urls,
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
