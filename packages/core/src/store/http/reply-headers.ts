import type { IncomingHttpHeaders } from 'node:http';
import { createHttpHeaders, type HttpHeaders } from '@azure/core-rest-pipeline';

/** The headers of a reply as node has them; copied only when somebody wants to change or list them. */
export class ReplyHeaders implements HttpHeaders {
  readonly #incoming: IncomingHttpHeaders;
  #copy: HttpHeaders | undefined;

  constructor(incoming: IncomingHttpHeaders) {
    this.#incoming = incoming;
  }

  get(name: string): string | undefined {
    if (this.#copy) return this.#copy.get(name);
    const key = name.toLowerCase();
    return Object.hasOwn(this.#incoming, key) ? first(this.#incoming[key]) : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, value: string | number | boolean): void {
    this.#copied().set(name, value);
  }

  delete(name: string): void {
    this.#copied().delete(name);
  }

  toJSON(options?: { preserveCase?: boolean }): Record<string, string> {
    return this.#copied().toJSON(options);
  }

  toString(): string {
    return this.#copied().toString();
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#copied()[Symbol.iterator]();
  }

  #copied(): HttpHeaders {
    if (!this.#copy) {
      this.#copy = createHttpHeaders();
      for (const name of Object.keys(this.#incoming)) {
        const value = first(this.#incoming[name]);
        if (value !== undefined) this.#copy.set(name, value);
      }
    }
    return this.#copy;
  }
}

/** An empty header is as good as none, and of several only the first counts: so does the SDK's client. */
function first(value: string | string[] | undefined): string | undefined {
  return (typeof value === 'object' ? value[0] : value) || undefined;
}
