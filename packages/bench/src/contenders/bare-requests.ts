import { createHmac, createSecretKey } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface BareReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Send = (
  method: string,
  path: string,
  body?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<BareReply>;

/** Sends signed requests over kept connections, without any library. */
export function bareRequests(connectionString: string): { readonly base: string; readonly send: Send } {
  const settings = new Map(connectionString.split(';').map((pair) => cut(pair)));
  const base = settings.get('TableEndpoint')!;
  const account = settings.get('AccountName')!;
  const key = createSecretKey(Buffer.from(settings.get('AccountKey')!, 'base64'));
  const { hostname, port, pathname } = new URL(base);
  const agent = new Agent({ keepAlive: true });
  const send: Send = (method, path, body, headers) =>
    new Promise((resolve, reject) => {
      const date = new Date().toUTCString();
      const queryAt = path.indexOf('?');
      const resource = `/${account}${pathname}/${queryAt < 0 ? path : path.slice(0, queryAt)}`;
      const signature = createHmac('sha256', key).update(`${date}\n${resource}`).digest('base64');
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method,
          path: `${pathname}/${path}`,
          headers: {
            Accept: 'application/json;odata=nometadata',
            DataServiceVersion: '3.0',
            'x-ms-version': '2019-02-02',
            'x-ms-date': date,
            Authorization: `SharedKeyLite ${account}:${signature}`,
            ...headers,
            ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode!,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { base, send };
}

function cut(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
