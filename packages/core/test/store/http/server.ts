import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from 'vitest';

export interface TestServer {
  readonly url: string;
  /** How many connections were made to it. */
  readonly connections: () => number;
}

/** Servers of a test file, each closed after its test. */
export function useServers(): (
  listener: RequestListener,
  setUp?: (server: Server) => void,
) => Promise<TestServer> {
  const open: Server[] = [];
  afterEach(() => {
    for (const server of open.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });
  return async (listener, setUp) => {
    const server = createServer(listener);
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => sockets.push(socket));
    setUp?.(server);
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, connections: () => sockets.length };
  };
}
