import type { HttpHeaders, HttpMethods } from '@azure/core-rest-pipeline';
import type { HeaderSet } from './http/index.js';
import type { Problem } from './problem.js';

/** One request, ready to be sent as often as needed: the bytes are fixed before the first attempt. */
export interface Message {
  readonly method: HttpMethods;
  readonly path: string;
  readonly query?: string | undefined;
  readonly headers: HeaderSet;
  readonly body?: string | Buffer | undefined;
  /** Names the operation in the service's logs, the same for all attempts. */
  readonly id?: string;
  /** What errors name. */
  readonly about: { readonly table: string; readonly entity?: string };
  /** A missing row is an answer, not a failure: 404 must not show up as an error in telemetry. */
  readonly absentIsFine?: boolean;
  /** Hears of a reply that succeeds as soon as its headers are here. It may be asked again, after a retry. */
  readonly onHeaders?: ((headers: HttpHeaders) => void) | undefined;
  /** What went wrong according to this reply, if anything did. */
  readonly problemOf: (reply: Reply) => Problem | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly text: string;
}

/** The request of a write, and how to tell the new ETags from its reply, in the order of the operations. */
export interface WriteMessage {
  readonly message: Message;
  readonly etagsOf: (reply: Reply) => readonly (string | undefined)[];
}
