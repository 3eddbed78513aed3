import {
  createHttpHeaders,
  createPipelineRequest,
  type HttpClient,
  type HttpMethods,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { VirtualClock } from '../../../src/clock/virtual-clock.js';
import type { SimulatedStorage } from '../../../src/simulation/index.js';

/** The smallest service that has something to lose: named cells with etags. Requests are applied at once. */
export class Cells implements HttpClient, SimulatedStorage {
  readonly service = this;
  readonly clock = new VirtualClock();
  readonly values = new Map<string, { readonly value: string; readonly version: number }>();

  async sendRequest(request: PipelineRequest): Promise<PipelineResponse> {
    const name = new URL(request.url).pathname.slice(1);
    const cell = this.values.get(name);
    const condition = request.headers.get('if-match');
    if (request.method === 'GET') return reply(request, cell ? 200 : 404, cell);
    if (condition !== undefined && condition !== String(cell?.version ?? 0)) return reply(request, 412);
    const version = (cell?.version ?? 0) + 1;
    const body = String(request.body);
    // POST appends: the request that must not be applied twice.
    const value = request.method === 'POST' ? (cell?.value ?? '') + body : body;
    this.values.set(name, { value, version });
    return reply(request, 204);
  }

  value(name: string): string | undefined {
    return this.values.get(name)?.value;
  }
}

function reply(
  request: PipelineRequest,
  status: number,
  cell?: { readonly value: string; readonly version: number },
): PipelineResponse {
  const headers = createHttpHeaders(cell && { etag: String(cell.version) });
  return { request, status, headers, bodyAsText: cell?.value ?? '' };
}

/** A client of the cells. */
export function cellClient(http: HttpClient) {
  const send = (method: HttpMethods, name: string, body?: string, ifMatch?: string) => {
    const headers = createHttpHeaders(ifMatch === undefined ? {} : { 'if-match': ifMatch });
    const url = `http://cells.example/${name}`;
    return http.sendRequest(
      createPipelineRequest({ url, method, headers, ...(body !== undefined && { body }) }),
    );
  };
  return {
    async read(name: string): Promise<{ readonly value: string | undefined; readonly etag: string }> {
      const { status, headers, bodyAsText } = await send('GET', name);
      if (status === 404) return { value: undefined, etag: '0' };
      return { value: bodyAsText ?? '', etag: headers.get('etag')! };
    },
    /** The status of the answer. */
    write: async (name: string, value: string, ifMatch?: string): Promise<number> =>
      (await send('PUT', name, value, ifMatch)).status,
    append: async (name: string, text: string): Promise<number> => (await send('POST', name, text)).status,
  };
}
