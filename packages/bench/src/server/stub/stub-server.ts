import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACCOUNT, ACCOUNT_KEY } from './account.js';
import { type Answer, answer } from './answer.js';
import { Refusal } from './refusal.js';
import type { RowWrite } from './row-write.js';

export interface StubServer {
  readonly connectionString: string;
  /** What the last successful write wrote, in a form that can be compared. */
  lastWrites(): readonly RowWrite[];
  close(): Promise<void>;
}

/** A Table service that holds nothing: it checks every request, and gives canned answers of the right shape. */
export async function startStubServer(latencyMs = 0): Promise<StubServer> {
  let last: Answer | undefined;
  const respond = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method = '', url = '', headers } = request;
    let given: Answer;
    try {
      given = answer({ method, url, headers }, body);
      if (given.writes) last = given;
    } catch (error) {
      given = refused(error);
    }
    send(response, given);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reply = () => respond(request, response, Buffer.concat(chunks).toString());
      if (latencyMs > 0) setTimeout(reply, latencyMs);
      else reply();
    });
  });
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    connectionString: connectionString(server),
    lastWrites: () => last?.writes?.() ?? [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  response.writeHead(status, {
    ...headers,
    ...length,
    'x-ms-request-id': '9bd6f8f5-0002-0036-5a6b-1f0e3c000000',
    'x-ms-version': '2019-02-02',
  });
  response.end(body);
}

function refused(error: unknown): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
  return { status: refusal.status, headers: { 'Content-Type': 'application/json' }, body: refusal.body() };
}

function connectionString(server: Server): string {
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
  return `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${ACCOUNT_KEY};TableEndpoint=${endpoint};`;
}
