import type { CompatResponse, WebResourceLike } from '@azure/core-http-compat';
import {
  createDefaultHttpClient,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { withRealContinuation } from '../faults/continuation.js';
import type { Fault } from '../faults/fault.js';
import { FaultList, type InjectedFault, type InjectOptions } from '../faults/fault-list.js';
import type { ServiceUrls } from '../service.js';
import { throwIfAborted } from './abort.js';
import { fromCoreHttpRequest, isCoreHttpRequest, toCoreHttpResponse } from './core-http.js';
import { type OpenRecord, openRecord, type RecordedRequest } from './recorded-request.js';
import type { SdkHttpClient } from './sdk-http-client.js';

/** Told of every request once it is over, answered or not. */
export type RequestListener = (request: RecordedRequest) => void;

/** What `record` saw. */
export interface Recording<Result> {
  readonly result: Result;
  readonly requests: readonly RecordedRequest[];
}

/** An HTTP client for the table, queue and blob SDKs that records every request and injects faults. */
export class InstrumentedHttpClient implements SdkHttpClient {
  readonly #inner: HttpClient;
  readonly #urls: ServiceUrls;
  readonly #faults = new FaultList();
  readonly #listeners = new Set<RequestListener>();
  readonly #recordings = new Set<RecordedRequest[]>();
  #requests: RecordedRequest[] = [];

  /** @internal */
  constructor(inner: HttpClient, urls: ServiceUrls) {
    this.#inner = inner;
    this.#urls = urls;
  }

  /** What was sent so far, or would have been sent but for a fault, in order. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  /** Forgets the requests seen so far. Faults stay. */
  clear(): void {
    this.#requests = [];
  }

  /**
   * Runs a function and tells which requests were made meanwhile. Recordings may be nested.
   *
   * @example
   * ```ts
   * const { result, requests } = await storage.http.record(() => employees.get('Sales', '1'));
   * expect(requests).toHaveLength(1);
   * ```
   */
  async record<Result>(run: () => Result | Promise<Result>): Promise<Recording<Result>> {
    const requests: RecordedRequest[] = [];
    this.#recordings.add(requests);
    try {
      return { result: await run(), requests };
    } finally {
      this.#recordings.delete(requests);
    }
  }

  /**
   * Calls the listener at the end of every request; returns a function that stops it.
   *
   * @example
   * ```ts
   * const stop = storage.http.onRequest(({ operation, status }) => console.log(status, operation));
   * ```
   */
  onRequest(listener: RequestListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Lays a fault in wait for the next request, or for those that the options choose.
   *
   * @example
   * ```ts
   * storage.http.inject(faults.dropReply(), { when: (request) => request.path === '$batch', after: 1 });
   * ```
   */
  inject(fault: Fault, options: InjectOptions = {}): InjectedFault {
    return this.#faults.add(fault, options);
  }

  /** Takes away every fault. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /** Called by the SDK clients. */
  sendRequest(request: PipelineRequest): Promise<PipelineResponse>;
  sendRequest(request: WebResourceLike): Promise<CompatResponse>;
  async sendRequest(request: PipelineRequest | WebResourceLike): Promise<PipelineResponse | CompatResponse> {
    if (!isCoreHttpRequest(request)) return this.#exchange(request);
    return toCoreHttpResponse(await this.#exchange(fromCoreHttpRequest(request)), request);
  }

  async #exchange(request: PipelineRequest): Promise<PipelineResponse> {
    // Before anything is recorded or a fault is used up: nothing would have been sent.
    throwIfAborted(request);
    const recorded = openRecord(request, this.#requests.length, this.#urls);
    const fault = this.#faults.take(recorded);
    recorded.fault = fault?.name;
    this.#requests.push(recorded);
    for (const recording of this.#recordings) recording.push(recorded);

    const started = performance.now();
    try {
      const send = (changed = request) => this.#send(request, changed);
      const response = await (fault ? fault.run({ request, recorded, send }) : send());
      recorded.status = response.status;
      return response;
    } finally {
      this.#finish(recorded, started);
    }
  }

  async #send(original: PipelineRequest, changed: PipelineRequest): Promise<PipelineResponse> {
    const response = await this.#inner.sendRequest(withRealContinuation(changed));
    // The SDK finds its operation by the request object, so it gets back the one it gave.
    return { ...response, request: original };
  }

  #finish(recorded: OpenRecord, started: number): void {
    recorded.durationMs = performance.now() - started;
    for (const listener of this.#listeners) listener(recorded);
  }
}

/** What the instrumented client may know beforehand. */
export interface InstrumentOptions {
  /** Addresses by which to tell the services apart; hosts, ports and headers do otherwise. */
  readonly urls?: ServiceUrls;
}

/**
 * Wraps an HTTP client (the SDK's own unless given) so that requests are recorded and faults can be injected.
 * The result fits `httpClient` of the table, queue and blob clients alike.
 *
 * @example
 * ```ts
 * const http = instrument();
 * const table = TableClient.fromConnectionString(connectionString, 'Employees', { httpClient: http });
 * http.inject(faults.serverBusy());
 * ```
 */
export function instrument(inner?: HttpClient, options: InstrumentOptions = {}): InstrumentedHttpClient {
  return new InstrumentedHttpClient(inner ?? createDefaultHttpClient(), options.urls ?? {});
}
