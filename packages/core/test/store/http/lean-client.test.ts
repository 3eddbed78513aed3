import { getEventListeners } from 'node:events';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { deflateSync, gzipSync } from 'node:zlib';
import {
  createHttpHeaders,
  createPipelineRequest,
  type PipelineRequestOptions,
  RestError,
} from '@azure/core-rest-pipeline';
import { describe, expect, it } from 'vitest';
import { LeanHttpClient } from '../../../src/store/http/index.js';
import { useServers } from './server.js';

const serve = useServers();

function send(client: LeanHttpClient, url: string, options: Partial<PipelineRequestOptions> = {}) {
  return client.sendRequest(createPipelineRequest({ allowInsecureConnection: true, ...options, url }));
}

/** Answers with what it got. */
const echo = () =>
  serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
    });
  });

describe('what is sent', () => {
  it.each([
    ['text', 'plain', 'plain'],
    ['text beyond ASCII', 'Grüße, 東京 🚀', 'Grüße, 東京 🚀'],
    ['bytes', Buffer.from('Grüße'), 'Grüße'],
    ['nothing', '', ''],
  ])('%s arrives whole, with its length', async (_, body, expected) => {
    const { url } = await echo();
    const reply = await send(new LeanHttpClient(), `${url}/a`, { method: 'POST', body });
    const seen = JSON.parse(reply.bodyAsText!);
    expect(seen.body).toBe(expected);
    expect(seen.headers['content-length']).toBe(String(Buffer.byteLength(expected)));
    expect(seen.headers).not.toHaveProperty('transfer-encoding');
  });

  it('a request without a body says so, where a body is usual', async () => {
    const { url } = await echo();
    const lengths: unknown[] = [];
    for (const method of ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const) {
      const { headers } = JSON.parse((await send(new LeanHttpClient(), url, { method })).bodyAsText!);
      expect(headers).not.toHaveProperty('transfer-encoding');
      lengths.push(headers['content-length']);
    }
    expect(lengths).toEqual(['0', '0', '0', undefined, undefined]);
  });

  it('the path and the query as the SDK would send them', async () => {
    const { url } = await echo();
    const path = "/a/../Staff(PartitionKey='x%20y')?$filter=a%20eq%20'b c'#gone";
    const reply = await send(new LeanHttpClient(), url + path);
    expect(JSON.parse(reply.bodyAsText!).url).toBe(
      "/Staff(PartitionKey='x%20y')?$filter=a%20eq%20%27b%20c%27",
    );
  });

  it('headers, and a host of its own if there is one', async () => {
    const { url } = await echo();
    const headers = createHttpHeaders({ 'X-One': 'a', Host: 'tables.example' });
    const seen = JSON.parse((await send(new LeanHttpClient(), url, { headers })).bodyAsText!);
    expect(seen.headers).toMatchObject({ 'x-one': 'a', host: 'tables.example', connection: 'keep-alive' });
  });
});

describe('what comes back', () => {
  it('text whose characters are cut by the network', async () => {
    const text = 'Grüße, 東京 🚀 '.repeat(50);
    const { url } = await serve((_, response) => {
      const bytes = Buffer.from(text);
      let at = 0;
      const next = () => {
        const rest = bytes.subarray(at, at + 7);
        at += 7;
        if (rest.length === 0) response.end();
        else response.write(rest, () => setImmediate(next));
      };
      next();
    });
    expect((await send(new LeanHttpClient(), url)).bodyAsText).toBe(text);
  });

  it('status and headers, of several of a name the first', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(418, ['ETag', 'W/"1"', 'Set-Cookie', 'a', 'Set-Cookie', 'b', 'X-Empty', '']);
      response.end();
    });
    const { status, headers, bodyAsText } = await send(new LeanHttpClient(), url);
    expect([status, bodyAsText]).toEqual([418, '']);
    expect(['etag', 'ETag', 'set-cookie', 'x-empty', 'x-none'].map((name) => headers.get(name))).toEqual([
      'W/"1"',
      'W/"1"',
      'a',
      undefined,
      undefined,
    ]);
  });

  it('over one kept connection, request after request', async () => {
    const { url, connections } = await echo();
    const client = new LeanHttpClient();
    for (let i = 0; i < 5; i++) await send(client, `${url}/${i}`, { method: i % 2 ? 'POST' : 'GET' });
    expect(connections()).toBe(1);
  });
});

describe('what fails', () => {
  it('says how: nobody listens', async () => {
    const unused = createServer();
    await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve));
    const { port } = unused.address() as AddressInfo;
    await new Promise((resolve) => unused.close(resolve));
    const failure = await send(new LeanHttpClient(), `http://127.0.0.1:${port}`).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(RestError);
    expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('says how: the connection breaks before the reply', async () => {
    const { url } = await serve((request) => request.socket.destroy());
    await expect(send(new LeanHttpClient(), url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('says how: the connection breaks within the reply', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => request.socket.destroy());
    });
    await expect(send(new LeanHttpClient(), url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('no reply in time, or only half of one', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'Content-Length': '100' }).write('half');
    });
    for (const path of ['/none', '/half']) {
      const failure = send(new LeanHttpClient(), url + path, { timeout: 50 });
      await expect(failure).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    }
  });

  it('a header that would begin another line', async () => {
    const { url } = await echo();
    const headers = createHttpHeaders({ 'X-Bad\nName': 'x' });
    await expect(send(new LeanHttpClient(), url, { headers })).rejects.toThrow();
  });

  it('plain http, unless it is allowed', async () => {
    const { url, connections } = await echo();
    await expect(send(new LeanHttpClient(), url, { allowInsecureConnection: false })).rejects.toThrow(
      /allowInsecureConnection/,
    );
    expect(connections()).toBe(0);
  });
});

describe('giving up', () => {
  it('before, while waiting, and within the reply', async () => {
    const waiting = new AbortController();
    const reading = new AbortController();
    const { url, connections } = await serve((request, response) => {
      if (request.url === '/waiting') waiting.abort();
      else response.writeHead(200, { 'Content-Length': '100' }).write('half', () => reading.abort());
    });
    const client = new LeanHttpClient();
    const before = send(client, url, { abortSignal: AbortSignal.abort() });
    await expect(before).rejects.toMatchObject({ name: 'AbortError' });
    expect(connections()).toBe(0);
    for (const [path, { signal }] of [
      ['/waiting', waiting],
      ['/reading', reading],
    ] as const) {
      await expect(send(client, url + path, { abortSignal: signal })).rejects.toMatchObject({
        name: 'AbortError',
      });
    }
  });

  it('leaves no listeners on a signal that many requests share', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/break') request.socket.destroy();
      else response.end('ok');
    });
    const { signal } = new AbortController();
    const client = new LeanHttpClient();
    for (let i = 0; i < 50; i++) {
      await send(client, i % 5 === 0 ? `${url}/break` : url, { abortSignal: signal }).catch(() => {});
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('what is unusual goes to the SDK’s client', () => {
  it('streams, in both directions', async () => {
    const { url } = await echo();
    const reply = await send(new LeanHttpClient(), url, {
      method: 'POST',
      body: () => Readable.from(['a', 'b']),
      streamResponseStatusCodes: new Set([200]),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of reply.readableStreamBody!) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString()).body).toBe('ab');
  });

  it('compressed replies, when somebody asks for them', async () => {
    const { url } = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync('small'));
    });
    const headers = createHttpHeaders({ 'Accept-Encoding': 'gzip' });
    expect((await send(new LeanHttpClient(), url, { headers })).bodyAsText).toBe('small');
  });

  it('an agent of the caller', async () => {
    const { url } = await echo();
    let used = 0;
    const agent = new Agent({ keepAlive: false });
    const create = agent.createConnection.bind(agent);
    agent.createConnection = (...args: Parameters<typeof create>) => {
      used++;
      return create(...args);
    };
    const request = createPipelineRequest({ url, allowInsecureConnection: true });
    request.agent = agent;
    await new LeanHttpClient().sendRequest(request);
    expect(used).toBe(1);
  });
});

describe('sloppy gateways', () => {
  /** Sends these bytes for any request, then goes on. */
  const says = async (reply: Buffer | string) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(reply));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
  };

  it('a reply is whole although more follows than it announced', async () => {
    const server = await says('HTTP/1.1 204 No Content\r\nETag: "1"\r\nContent-Length: 2\r\n\r\n{}');
    const reply = await send(new LeanHttpClient(), server.url, { method: 'POST', body: '{}' });
    expect([reply.status, reply.headers.get('etag')]).toEqual([204, '"1"']);
    server.close();
  });

  it.each(['gzip', 'deflate'])(
    'a reply may be compressed, although nobody asked for it: %s',
    async (encoding) => {
      const { url } = await serve((_, response) => {
        response.setHeader('Content-Encoding', encoding);
        response.end((encoding === 'gzip' ? gzipSync : deflateSync)('Grüße'));
      });
      expect((await send(new LeanHttpClient(), url)).bodyAsText).toBe('Grüße');
    },
  );

  it('what cannot be unpacked is no reply', async () => {
    const { url } = await serve((_, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end('plain');
    });
    await expect(send(new LeanHttpClient(), url)).rejects.toBeInstanceOf(RestError);
  });

  it('names that every object has are no headers', async () => {
    const { url } = await serve((_, response) => response.end());
    const { headers } = await send(new LeanHttpClient(), url);
    expect([headers.get('constructor'), headers.has('toString')]).toEqual([undefined, false]);
  });
});
