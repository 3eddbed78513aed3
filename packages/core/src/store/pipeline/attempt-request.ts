import { randomUUID } from 'node:crypto';
import type { HttpHeaders, HttpMethods, PipelineRequest } from '@azure/core-rest-pipeline';
import { RequestHeaders } from '../http/index.js';
import type { Message } from '../message.js';

/** What is known of an attempt when it is over, whatever policies made of the request and of the reply. */
export interface AttemptState {
  readonly absentIsFine: boolean;
  /** Whether the request was handed to the HTTP client. */
  handedOver: boolean;
  /** The status that came back, before anybody changed it. */
  status: number | undefined;
}

/** One attempt as the SDK's policies want to see it. Policies that copy it copy the way to its state, too. */
export class AttemptRequest implements PipelineRequest {
  url: string;
  method: HttpMethods;
  headers: RequestHeaders;
  body?: string | Buffer;
  timeout: number;
  requestId: string;
  allowInsecureConnection: boolean;
  abortSignal?: AbortSignal;
  withCredentials = false;
  readonly onReplyHeaders?: (status: number, headers: HttpHeaders) => void;
  readonly attempt: AttemptState;

  constructor(
    message: Message,
    url: string,
    timeout: number,
    insecure: boolean,
    signal: AbortSignal | undefined,
  ) {
    this.url = url;
    this.method = message.method;
    this.headers = new RequestHeaders(message.headers);
    if (message.body !== undefined) this.body = message.body;
    this.timeout = timeout;
    this.requestId = message.id ?? randomUUID();
    this.allowInsecureConnection = insecure;
    if (signal) this.abortSignal = signal;
    const { onHeaders } = message;
    if (onHeaders) this.onReplyHeaders = (status, headers) => status < 300 && onHeaders(headers);
    this.attempt = { absentIsFine: message.absentIsFine ?? false, handedOver: false, status: undefined };
  }
}
