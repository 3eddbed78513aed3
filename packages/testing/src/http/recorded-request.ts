import type { PipelineRequest } from '@azure/core-rest-pipeline';
import type { ServiceUrls, StorageService } from '../service.js';
import { bodyText } from './body-text.js';
import { locate } from './locate.js';
import { decode, operationName } from './operation-name.js';
import { withoutSecretHeaders, withoutSignatures } from './secrets.js';

/** One request as the client sent it, without its secrets, and what came of it. */
export interface RecordedRequest {
  /** Position in `requests`, counted from 0 and from the last `clear()`. */
  readonly index: number;
  readonly service: StorageService | 'unknown';
  readonly method: string;
  /** The address as sent; the value of a `sig` parameter is replaced by `***`. */
  readonly url: string;
  /** Decoded path below the account: `Employees(PartitionKey='Sales',RowKey='empid_000223')`. */
  readonly path: string;
  /** Method, path and telling parameters, decoded: `GET Employees()?$filter=PartitionKey eq 'Sales'`. */
  readonly operation: string;
  /** Names in lower case; credentials are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text as sent; `<12 bytes>` for what is not text, `<stream>` for what cannot be read twice. */
  readonly body: string | undefined;
  /** What the client saw; undefined while waiting and when no response came back. */
  readonly status: number | undefined;
  /** Name of the fault that was injected into this request. */
  readonly fault: string | undefined;
  /** 0 while waiting. */
  readonly durationMs: number;
}

/** The same, for the one who fills in the outcome. */
export type OpenRecord = { -readonly [Field in keyof RecordedRequest]: RecordedRequest[Field] };

export function openRecord(request: PipelineRequest, index: number, known: ServiceUrls): OpenRecord {
  const url = new URL(request.url);
  const { service, encodedPath } = locate(url, request.headers, known);
  const path = decode(encodedPath);
  return {
    index,
    service,
    method: request.method,
    url: withoutSignatures(request.url),
    path,
    operation: operationName(request.method, path, url.search),
    headers: withoutSecretHeaders(request.headers),
    body: bodyText(request.body),
    status: undefined,
    fault: undefined,
    durationMs: 0,
  };
}
