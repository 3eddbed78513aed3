import { type ForkedServer, forkServer } from './fork-server.js';
import type { RowWrite } from './stub/row-write.js';

export type ServerName = 'stub' | 'slowStub' | 'azurite';

/** Milliseconds between a request and the reply of the slow stub: another region, or a busy service. */
export const LATENCY_MS = 10;

const MODULES: Readonly<Record<ServerName, readonly [module: string, ...args: string[]]>> = {
  stub: ['stub/process'],
  slowStub: ['stub/process', String(LATENCY_MS)],
  azurite: ['azurite-process'],
};

/** The servers of one run, each started when it is first needed. */
export class Servers {
  readonly #started = new Map<ServerName, Promise<ForkedServer>>();

  async connectionString(name: ServerName): Promise<string> {
    return (await this.#server(name)).connectionString;
  }

  /** What the last write to a stub wrote. */
  async lastWrites(name: 'stub' | 'slowStub'): Promise<readonly RowWrite[]> {
    return (await (await this.#server(name)).ask()) as readonly RowWrite[];
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#started.values()].map(async (server) => (await server).stop()));
    this.#started.clear();
  }

  #server(name: ServerName): Promise<ForkedServer> {
    let server = this.#started.get(name);
    if (!server) {
      const [module, ...args] = MODULES[name];
      server = forkServer(module, args);
      this.#started.set(name, server);
    }
    return server;
  }
}
