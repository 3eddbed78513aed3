import http, { type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { createHttpHeaders, createPipelineRequest } from '@azure/core-rest-pipeline';
import { afterEach, expect, it } from 'vitest';
import { LeanHttpClient } from '../../../src/store/http/index.js';
import { useServers } from './server.js';

const serve = useServers();
const original = http.request;

afterEach(() => {
  http.request = original;
  syncBuiltinESMExports();
});

/** As tracing libraries do it: they take node's function away, copy the headers, and add their own. */
function trace(): void {
  http.request = ((options: RequestOptions, ...rest: never[]) => {
    const headers = Object.assign({}, options.headers, { traceparent: '00-abc-def-01' });
    return original({ ...options, headers }, ...rest);
  }) as typeof http.request;
  syncBuiltinESMExports();
}

it('headers arrive when others hook into requests, and theirs as well', async () => {
  const { url } = await serve((request, response) => response.end(JSON.stringify(request.rawHeaders)));
  const headers = createHttpHeaders({ Authorization: 'SharedKeyLite a:b', 'If-Match': '*' });
  const ask = async () => {
    const request = createPipelineRequest({
      url,
      headers,
      method: 'PUT',
      body: '{}',
      allowInsecureConnection: true,
    });
    const raw = JSON.parse((await new LeanHttpClient().sendRequest(request)).bodyAsText!) as string[];
    return Object.fromEntries(raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]]] : [])));
  };
  const sent = {
    Authorization: 'SharedKeyLite a:b',
    'If-Match': '*',
    'Content-Length': '2',
    Host: new URL(url).host,
  };
  expect(await ask()).toMatchObject(sent);
  trace();
  expect(await ask()).toMatchObject({ ...sent, traceparent: '00-abc-def-01' });
});
