import type { PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import type { RecordedRequest } from '../http/recorded-request.js';

/** What a fault gets to work with: one request that the client wants to send. */
export interface Exchange {
  /** The request itself, credentials included. */
  readonly request: PipelineRequest;
  /** The same request as it stands in `requests`. */
  readonly recorded: RecordedRequest;
  /** Sends it to the server, or a changed copy of it. */
  send(changed?: PipelineRequest): Promise<PipelineResponse>;
}

/**
 * Something that goes wrong with a request. `faults` has the usual ones; write your own for the rest.
 *
 * @example A rival writes just before we do, so that our etag is stale.
 * ```ts
 * const rivalWrite: Fault = {
 *   name: 'rivalWrite',
 *   async run({ send }) {
 *     await storage.rawTable('Employees').upsertEntity({ partitionKey: 'Sales', rowKey: '1' });
 *     return send();
 *   },
 * };
 * storage.http.inject(rivalWrite, { when: (request) => request.method === 'PATCH' });
 * ```
 */
export interface Fault {
  /** Shown in the record of the request it hit. */
  readonly name: string;
  /** Requests that this fault cannot happen to pass by untouched. */
  applies?(request: RecordedRequest): boolean;
  /** Answers in place of the server, or throws what the HTTP client would throw. */
  run(exchange: Exchange): Promise<PipelineResponse>;
}
