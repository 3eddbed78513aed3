import type { PipelineRequest } from '@azure/core-rest-pipeline';
import { invalidInput } from './refusal.js';

/** A request as the services look at it. */
export class WireRequest {
  readonly method: string;
  /** Whole, with its query. */
  readonly uri: string;
  /** Below the account, still percent-encoded. */
  readonly path: string;
  /** The address without its query. */
  readonly address: string;
  readonly #query: string;
  readonly #request: PipelineRequest;
  readonly #body: string | Buffer | undefined;
  #parameters: URLSearchParams | undefined;

  constructor(request: PipelineRequest, base: string, body: string | Buffer | undefined) {
    const { url } = request;
    const end = url.indexOf('?');
    this.method = request.method;
    this.uri = url;
    this.address = end < 0 ? url : url.slice(0, end);
    this.path = this.address.slice(base.length + 1);
    this.#query = end < 0 ? '' : url.slice(end + 1);
    this.#request = request;
    this.#body = body;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name);
  }

  /** All headers whose names begin so, without that beginning. */
  headersOf(prefix: string): Map<string, string> {
    const found = new Map<string, string>();
    for (const [name, value] of this.#request.headers) {
      if (name.toLowerCase().startsWith(prefix)) found.set(name.slice(prefix.length), value);
    }
    return found;
  }

  parameter(name: string): string | undefined {
    return this.hasQuery ? (this.parameters.get(name) ?? undefined) : undefined;
  }

  get hasQuery(): boolean {
    return this.#query !== '';
  }

  get parameters(): URLSearchParams {
    this.#parameters ??= new URLSearchParams(this.#query);
    return this.#parameters;
  }

  text(): string {
    const body = this.#body;
    return body === undefined ? '' : typeof body === 'string' ? body : body.toString();
  }

  bytes(): Buffer {
    const body = this.#body;
    return body === undefined ? Buffer.alloc(0) : typeof body === 'string' ? Buffer.from(body) : body;
  }

  /** How many bytes travel. */
  get length(): number {
    const body = this.#body;
    return body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  }
}

export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidInput('The address is not percent-encoded UTF-8.');
  }
}
