import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { StorageService } from '../service.js';

/** The little of Azurite that is used here; it ships no types. */
export interface AzuriteServer {
  start(): Promise<void>;
  close(): Promise<void>;
  getHttpServerAddress(): string;
  readonly httpServer: Server;
}

type Construct<Instance> = new (...parameters: readonly unknown[]) => Instance;

const require = createRequire(import.meta.url);

/** Loaded on demand: requiring one service of Azurite takes a good part of a second. */
function load<Instance>(path: string, name = 'default'): Construct<Instance> {
  const module = require(`azurite/dist/src/${path}`) as Record<string, Construct<Instance>>;
  return module[name]!;
}

/** A server that is not started yet. It listens on a free port of 127.0.0.1 and keeps everything in memory. */
export function azuriteServer(service: StorageService): AzuriteServer {
  return service === 'table' ? tableServer() : extentServer(service);
}

const HOST = '127.0.0.1';
const ANY_PORT = 0;
/** Long: a connection that is closed under a client's next request would look like a fault of the test's making. */
const KEEP_ALIVE_SECONDS = 600;
/** The last parameters of every configuration. */
const COMMON = [
  false, // loose
  true, // skipApiVersionCheck: the SDKs may be newer than the emulator
  '', // cert
  '', // key
  '', // pwd
  undefined, // oauth
  true, // disableProductStyleUrl
  true, // isMemoryPersistence
] as const;

function tableServer(): AzuriteServer {
  const Configuration = load('table/TableConfiguration');
  const Server = load<AzuriteServer>('table/TableServer');
  const noLogs = [false, false, undefined, undefined];
  return new Server(new Configuration(HOST, ANY_PORT, KEEP_ALIVE_SECONDS, '', ...noLogs, ...COMMON));
}

function extentServer(service: 'queue' | 'blob'): AzuriteServer {
  const prefix = service === 'queue' ? 'queue/Queue' : 'blob/Blob';
  const Configuration = load(`${prefix}Configuration`);
  const Server = load<AzuriteServer>(`${prefix}Server`);
  const noLogs = [false, undefined, false, undefined];
  // A store of its own, since the default one is shared by the process and never emptied.
  const Memory = load('common/persistence/MemoryExtentStore', 'MemoryExtentChunkStore');
  return new Server(
    new Configuration(HOST, ANY_PORT, KEEP_ALIVE_SECONDS, '', '', [], ...noLogs, ...COMMON, new Memory()),
  );
}

/** Azurite itself returns while its HTTP server is still listening, and lets open connections linger. */
export async function closeServer(server: AzuriteServer): Promise<void> {
  const closed = once(server.httpServer, 'close');
  await server.close();
  await new Promise(setImmediate);
  server.httpServer.closeAllConnections();
  await closed;
}
