import type { HttpHeaders } from '@azure/core-rest-pipeline';
import { type HeaderSet, headerValue } from './header-set.js';

/** The headers of one request: a shared set and what policies add. Lists, because there are about ten. */
export class RequestHeaders implements HttpHeaders {
  readonly #names: string[];
  readonly #keys: string[];
  readonly #values: string[];

  constructor(set: HeaderSet) {
    this.#names = set.names.slice();
    this.#keys = set.keys.slice();
    this.#values = set.values.slice();
  }

  get(name: string): string | undefined {
    const at = this.#at(name);
    return at < 0 ? undefined : this.#values[at];
  }

  has(name: string): boolean {
    return this.#at(name) >= 0;
  }

  set(name: string, value: string | number | boolean): void {
    const key = name.toLowerCase();
    const found = this.#keys.indexOf(key);
    const at = found < 0 ? this.#keys.length : found;
    this.#names[at] = name;
    this.#keys[at] = key;
    this.#values[at] = headerValue(value);
  }

  delete(name: string): void {
    const at = this.#at(name);
    if (at < 0) return;
    for (const list of [this.#names, this.#keys, this.#values]) list.splice(at, 1);
  }

  toJSON(options: { preserveCase?: boolean } = {}): Record<string, string> {
    const names = options.preserveCase ? this.#names : this.#keys;
    return Object.fromEntries(names.map((name, at) => [name, this.#values[at]!]));
  }

  toString(): string {
    return JSON.stringify(this.toJSON({ preserveCase: true }));
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (let at = 0; at < this.#names.length; at++) yield [this.#names[at]!, this.#values[at]!];
  }

  /** By the names as they are written: the form that node takes. */
  written(): Record<string, string> {
    const headers: Record<string, string> = {};
    for (let at = 0; at < this.#names.length; at++) headers[this.#names[at]!] = this.#values[at]!;
    return headers;
  }

  #at(name: string): number {
    return this.#keys.indexOf(name.toLowerCase());
  }
}
