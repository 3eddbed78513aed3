import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerMessage } from './serve.js';

/** A server in another process. */
export interface ForkedServer {
  readonly connectionString: string;
  /** The server's answer to the one question it knows. */
  ask(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a compiled server of this package; the tests, which run from the sources, do so too. */
export async function forkServer(module: string, args: readonly string[] = []): Promise<ForkedServer> {
  const path = fileURLToPath(new URL(`../../dist/server/${module}.js`, import.meta.url));
  const child = fork(path, args, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const started = await nextMessage(child, module);
  if (!('connectionString' in started)) throw new Error(`The server ${module} did not say where it listens.`);
  return {
    connectionString: started.connectionString,
    ask: async () => {
      const message = nextMessage(child, module);
      child.send({});
      const told = await message;
      return 'answer' in told ? told.answer : undefined;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

async function nextMessage(child: ChildProcess, module: string): Promise<ServerMessage> {
  const ended = new AbortController();
  const { signal } = ended;
  const failed = once(child, 'exit', { signal }).then(() => {
    throw new Error(`The server ${module} ended unexpectedly.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), failed]);
    return message as ServerMessage;
  } finally {
    // The other wait ends here, and nobody is interested in how.
    failed.catch(() => {});
    ended.abort();
  }
}
