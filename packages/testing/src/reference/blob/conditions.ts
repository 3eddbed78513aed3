import { Refusal } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';

/** What conditions are about. */
export interface Versioned {
  readonly etag: string;
  readonly modifiedAt: number;
}

/** For a write: 412 unless the conditions hold; 409 for one that may only create. */
export function checkWrite(request: WireRequest, current: Versioned | undefined): void {
  const { ifMatch, ifNoneMatch, modifiedSince, unmodifiedSince } = conditionsOf(request);
  if (ifNoneMatch === '*' && current) {
    throw new Refusal(409, 'BlobAlreadyExists', 'The specified blob already exists.');
  }
  const failed =
    (ifMatch !== undefined && !matches(ifMatch, current)) ||
    (ifNoneMatch !== undefined && matches(ifNoneMatch, current)) ||
    (modifiedSince !== undefined && current !== undefined && seconds(current) <= modifiedSince) ||
    (unmodifiedSince !== undefined && current !== undefined && seconds(current) > unmodifiedSince);
  if (failed) throw conditionNotMet(412);
}

/** For a read: 304 where the client has the newest version already, 412 where it wants another. */
export function checkRead(request: WireRequest, current: Versioned): void {
  const { ifMatch, ifNoneMatch, modifiedSince, unmodifiedSince } = conditionsOf(request);
  if (ifMatch !== undefined && !matches(ifMatch, current)) throw conditionNotMet(412);
  if (unmodifiedSince !== undefined && seconds(current) > unmodifiedSince) throw conditionNotMet(412);
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, current)) throw conditionNotMet(304);
  if (modifiedSince !== undefined && seconds(current) <= modifiedSince) throw conditionNotMet(304);
}

function conditionsOf(request: WireRequest) {
  return {
    ifMatch: request.header('if-match'),
    ifNoneMatch: request.header('if-none-match'),
    modifiedSince: dateOf(request.header('if-modified-since')),
    unmodifiedSince: dateOf(request.header('if-unmodified-since')),
  };
}

function matches(condition: string, current: Versioned | undefined): boolean {
  if (!current) return false;
  return condition === '*' || condition.replaceAll('"', '') === current.etag.slice(1, -1);
}

function dateOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return Math.floor(ms / 1_000);
  throw new Refusal(
    400,
    'InvalidHeaderValue',
    'The value for one of the HTTP headers is not in the correct format.',
  );
}

/** Headers tell whole seconds. */
function seconds({ modifiedAt }: Versioned): number {
  return Math.floor(modifiedAt / 1_000);
}

function conditionNotMet(status: number): Refusal {
  return new Refusal(
    status,
    'ConditionNotMet',
    'The condition specified using HTTP conditional header(s) is not met.',
  );
}
